import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Identity } from '@portal/identity';
import { requireSession, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';

/** Switches the session to this organisation from the next request on; the person's next session starts with it. */
@Injectable()
export class ChooseOrganization {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
  ) {}

  /** @throws AppError `organization_not_found` (404) when the person is not a member, `session_required` (403). */
  async execute(actor: Actor, orgId: string): Promise<void> {
    const userId = requireSession(actor);
    await this.transactor.run(async (tx) => {
      // The session now acts for another organisation and can only access its rows.
      const member = await tx.bypassRowSecurity(() => this.identity.memberRole(tx, userId, orgId));
      if (!member) throw new AppError(authorsErrors.organization_not_found);
      await this.identity.actFor(tx, actor, orgId);
    });
  }
}

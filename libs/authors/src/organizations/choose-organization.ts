import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { Identity } from '@portal/identity';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';

/** From the next request on the session acts for this organisation, and the next session of the person begins with it. */
@Injectable()
export class ChooseOrganization {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
  ) {}

  /** @throws AppError `organization_not_found` (404) where the person is no member, `session_required` (403). */
  async execute(actor: Actor, orgId: string): Promise<void> {
    if (actor.kind !== 'user' || actor.userId === null) throw new AppError(commonErrors.session_required);
    const userId = actor.userId;
    await this.transactor.run(async (tx) => {
      // The session acts for another one now, whose rows are all that it reaches.
      const member = await tx.bypassRowSecurity(() => this.identity.memberRole(tx, userId, orgId));
      if (!member) throw new AppError(authorsErrors.organization_not_found);
      await this.identity.actFor(tx, actor, orgId);
    });
  }
}

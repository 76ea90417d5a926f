import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { OffboardingMails } from './offboarding-mails.js';
import { authorsErrors } from '../errors.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';
import { SuspensionsRepository } from './suspensions.repository.js';
import { SuspensionNotice } from './suspension-notice.js';

/** Lifts the suspension of a developer account. */
@Injectable()
export class ResumeAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly suspensions: SuspensionsRepository,
    private readonly mails: OffboardingMails,
    private readonly notice: SuspensionNotice,
  ) {}

  /** @throws AppError `session_required`, `own_organization` (403), `account_not_found` (404), `account_not_suspended` (409) */
  async execute(input: { actor: Actor; orgId: string; reason: string }): Promise<void> {
    const { actor, orgId, reason } = input;
    const userId = requireSession(actor);
    const readers = await this.mails.readers(orgId);
    await this.transactor.run(async (tx) => {
      const account = await this.organizations.lockStatus(tx, orgId);
      if (!account) throw new AppError(authorsErrors.no_such_account);
      await this.organizations.assertStranger(tx, orgId, userId);
      if (account.state !== 'suspended') throw new AppError(authorsErrors.account_not_suspended);
      const by = { id: userId, name: actor.name };
      const suspensionId = await this.suspensions.resume(tx, orgId, { reason, by });
      if (suspensionId === undefined) throw new AppError(authorsErrors.account_not_suspended);
      await this.notice.resumed(tx, actor, { orgId, suspensionId, reason }, readers);
    });
  }
}

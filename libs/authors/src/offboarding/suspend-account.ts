import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { OffboardingMails } from './offboarding-mails.js';
import { accountStates } from './domain/account-state.js';
import type { SuspensionCode } from './domain/suspension.js';
import { authorsErrors } from '../errors.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';
import { SuspensionsRepository } from './suspensions.repository.js';
import { SuspensionNotice } from './suspension-notice.js';

/**
 * Suspends a developer account: no submission, version or secret is accepted. Existing installs and payouts continue;
 * finance places holds on payouts if needed.
 */
@Injectable()
export class SuspendAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly suspensions: SuspensionsRepository,
    private readonly mails: OffboardingMails,
    private readonly notice: SuspensionNotice,
  ) {}

  /**
   * @throws AppError `session_required`, `own_organization`, `account_terminated` (403), `account_not_found` (404),
   *   `account_suspended_already`, `invalid_transition` (409)
   */
  async execute(input: { actor: Actor; orgId: string; code: SuspensionCode; reason: string }): Promise<void> {
    const { actor, orgId, code, reason } = input;
    const userId = requireSession(actor);
    const readers = await this.mails.readers(orgId);
    await this.transactor.run(async (tx) => {
      const account = await this.organizations.lockStatus(tx, orgId);
      if (!account) throw new AppError(authorsErrors.no_such_account);
      await this.organizations.assertStranger(tx, orgId, userId);
      if (account.state === 'suspended') throw new AppError(authorsErrors.account_suspended_already);
      if (account.state === 'terminated') throw new AppError(authorsErrors.account_terminated);
      accountStates.assert(account.state, 'suspended');
      const by = { id: userId, name: actor.name };
      const suspensionId = await this.suspensions.suspend(tx, orgId, { code, reason, by });
      await this.notice.suspended(tx, actor, { orgId, suspensionId, code, reason, before: account.state }, readers);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { AppError, type Page, required } from '@portal/kernel';
import { requireSession, type Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { AuthorResumed, AuthorSuspended } from '../events.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';
import { AccountSuspensionsRepository } from './account-suspensions.repository.js';
import { accountStates, type AccountState } from './domain/account-state.js';
import type { SuspensionCode } from './domain/suspension.js';
import { OffboardingMails } from './offboarding-mails.js';
import type { SuspensionView } from './suspensions.view.js';

/**
 * Suspends developer accounts: no submission, version or secret is accepted. Existing installs and payouts continue;
 * finance places holds on payouts if needed.
 */
@Injectable()
export class SuspensionsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly organizations: OrganizationsRepository,
    private readonly suspensions: AccountSuspensionsRepository,
    private readonly mails: OffboardingMails,
  ) {}

  list(query: { limit: number; cursor?: string; open: boolean }): Promise<Page<SuspensionView>> {
    return this.suspensions.list(query);
  }

  /**
   * @throws AppError `session_required`, `own_organization`, `account_terminated` (403), `account_not_found` (404),
   *   `account_suspended_already`, `invalid_transition` (409)
   */
  async suspend(input: { actor: Actor; orgId: string; code: SuspensionCode; reason: string }): Promise<void> {
    const { actor, orgId, code, reason } = input;
    const by = { id: requireSession(actor), name: actor.name };
    const readers = await this.mails.readers(orgId);
    await this.transactor.run(async (tx) => {
      const before = await this.lock(tx, orgId, by.id);
      if (before === 'suspended') throw new AppError(authorsErrors.account_suspended_already);
      if (before === 'terminated') throw new AppError(authorsErrors.account_terminated);
      accountStates.assert(before, 'suspended');
      const suspensionId = await this.suspensions.suspend(tx, orgId, { code, reason, by });
      await this.mails.suspended(tx, { code, reason }, readers);
      await tx.emit(AuthorSuspended, { org_id: orgId, suspension_id: suspensionId, code });
      const states = { before: { state: before }, after: { state: 'suspended', code } };
      await tx.audit(actor, 'author.suspended', ['organization', orgId], { ...states, reason });
    });
  }

  /** @throws AppError `session_required`, `own_organization` (403), `account_not_found` (404), `account_not_suspended` (409) */
  async resume(input: { actor: Actor; orgId: string; reason: string }): Promise<void> {
    const { actor, orgId, reason } = input;
    const by = { id: requireSession(actor), name: actor.name };
    const readers = await this.mails.readers(orgId);
    await this.transactor.run(async (tx) => {
      if ((await this.lock(tx, orgId, by.id)) !== 'suspended') throw new AppError(authorsErrors.account_not_suspended);
      const suspensionId = await this.suspensions.resume(tx, orgId, { reason, by });
      if (suspensionId === undefined) throw new AppError(authorsErrors.account_not_suspended);
      await this.mails.resumed(tx, reason, readers);
      await tx.emit(AuthorResumed, { org_id: orgId, suspension_id: suspensionId });
      const states = { before: { state: 'suspended' }, after: { state: 'active' } };
      await tx.audit(actor, 'author.resumed', ['organization', orgId], { ...states, reason });
    });
  }

  /** State of the account, which the caller may decide on. */
  private async lock(tx: Tx, orgId: string, userId: string): Promise<AccountState> {
    const account = required(await this.organizations.lockStatus(tx, orgId), authorsErrors.no_such_account);
    await this.organizations.assertStranger(tx, orgId, userId);
    return account.state;
  }
}

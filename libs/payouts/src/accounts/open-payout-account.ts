import { Injectable } from '@nestjs/common';
import { assertMay } from '@portal/approvals';
import { AuthorAccounts, isPayableCountry } from '@portal/authors';
import { AppError, commonErrors, Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { payoutErrors } from '../errors.js';
import { PAYEE_CAPABILITIES } from './domain/payee-capabilities.js';
import { AccountOnboarding } from './account-onboarding.js';
import { AccountsRepository, type AccountRow } from './accounts.repository.js';

/** Opens the author's account at the processor once, and returns a link to the page where its details are entered. */
@Injectable()
export class OpenPayoutAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly accounts: AccountsRepository,
    private readonly authors: AuthorAccounts,
    private readonly onboarding: AccountOnboarding,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws AppError `not_found` without an organisation, `payout_account_too_early` before its application is approved
   *   (the country cannot be changed at the processor later), `payout_country_unsupported`, `payment_provider_*` when
   *   the processor refuses, `capability_off` (403)
   */
  async execute(orgId: string, actor: Actor): Promise<{ url: string; expiresAt: Date }> {
    const [[facts], state] = await Promise.all([this.authors.facts([orgId]), this.authors.state(orgId)]);
    if (!facts) throw new AppError(commonErrors.not_found);
    const payee = { id: orgId, state: state === 'none' ? 'not_approved' : 'none' } as const;
    await this.transactor.run((tx) => assertMay(tx, PAYEE_CAPABILITIES, payee, 'set_up_account'));
    if (!isPayableCountry(facts.country)) throw new AppError(payoutErrors.payout_country_unsupported);
    return this.onboarding.link(await this.intent(orgId, facts.country, actor), facts.name);
  }

  /** Inserts the row before the call, so that repeated calls create one account. */
  private async intent(orgId: string, country: string, actor: Actor): Promise<AccountRow> {
    return this.transactor.run(async (tx) => {
      await this.accounts.lockOrganization(tx, orgId);
      const known = await this.accounts.active(tx, orgId);
      if (known) return known;
      const id = this.ids.next();
      await this.accounts.insert(tx, { id, orgId, country, active: true, replaces: null });
      await tx.audit(actor, 'payout_account.opened', ['organization', orgId]);
      return (await this.accounts.byId(tx, id))!;
    });
  }
}

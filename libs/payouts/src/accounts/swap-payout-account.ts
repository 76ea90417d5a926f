import { Injectable } from '@nestjs/common';
import { assertMay } from '@portal/approvals';
import { AuthorAccounts, isPayableCountry } from '@portal/authors';
import { AppError, commonErrors, Ids, invariant, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { readiness } from '../runs/read/payout-inputs.js';
import { PAYEE_CAPABILITIES } from './domain/payee-capabilities.js';
import { AccountOnboarding } from './account-onboarding.js';
import { payoutErrors } from '../errors.js';
import { PayoutAccountMails } from './payout-account-mails.js';
import { AccountsRepository, type AccountRow } from './accounts.repository.js';

/**
 * Sets up another payout account while the active one stays in use. It takes over once the processor has verified it
 * (`RefreshPayoutAccount`). Everyone who may see the author's money is notified.
 */
@Injectable()
export class SwapPayoutAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly accounts: AccountsRepository,
    private readonly authors: AuthorAccounts,
    private readonly onboarding: AccountOnboarding,
    private readonly mails: PayoutAccountMails,
    private readonly ids: Ids,
  ) {}

  /**
   * Repeating it returns a new link for the same account. `country`: that of the new account, when the author has
   * moved.
   * @throws AppError `payout_account_not_found` without an active account, `payout_country_unsupported`,
   *   `payout_account_swap_open` when one for another country is being set up, `capability_off`, `payment_provider_*`
   */
  async execute(orgId: string, country: string | undefined, actor: Actor): Promise<{ url: string; expiresAt: Date }> {
    const [facts] = await this.authors.facts([orgId]);
    if (!facts) throw new AppError(commonErrors.not_found);
    if (country !== undefined && !isPayableCountry(country))
      throw new AppError(payoutErrors.payout_country_unsupported);
    const contacts = await this.mails.contacts(orgId);
    const account = await this.transactor.run(async (tx): Promise<AccountRow> => {
      await this.accounts.lockOrganization(tx, orgId);
      const active = await this.accounts.active(tx, orgId);
      const { state } = readiness(active ?? undefined, null, tx.now);
      await assertMay(tx, PAYEE_CAPABILITIES, { id: orgId, state }, 'replace_account');
      invariant(active, 'without an account it is refused');
      const known = await this.accounts.successor(tx, orgId);
      if (known && country !== undefined && known.country !== country)
        throw new AppError(payoutErrors.payout_account_swap_open);
      if (known) return known;
      const id = this.ids.next();
      await this.accounts.insert(tx, {
        id,
        orgId,
        country: country ?? active.country,
        active: false,
        replaces: active.id,
      });
      await tx.audit(actor, 'payout_account.swap_started', ['organization', orgId], {
        after: { account: id, replaces: active.id },
      });
      await this.mails.swapStarted(tx, actor.name, contacts);
      return (await this.accounts.byId(tx, id))!;
    });
    return this.onboarding.link(account, facts.name);
  }

  /**
   * Cancels the replacement; the active account stays in use.
   * @throws AppError `payout_account_swap_not_found`
   */
  async cancel(orgId: string, actor: Actor): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.accounts.lockOrganization(tx, orgId);
      const successor = required(await this.accounts.successor(tx, orgId), payoutErrors.payout_account_swap_not_found);
      await this.accounts.update(tx, successor.id, { state: 'closed', closedAt: tx.now });
      await tx.audit(actor, 'payout_account.swap_cancelled', ['organization', orgId], {
        after: { account: successor.id },
      });
    });
  }
}

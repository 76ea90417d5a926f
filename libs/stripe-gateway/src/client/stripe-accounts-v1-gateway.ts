import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { ConnectGateway, type AccountInput, type AccountRequirement, type AccountState } from './connect-gateway.js';
import type { Keyed } from './outcome.js';
import { classify, isMissing } from './classify.js';
import { keyed, StripeClient } from './stripe-client.js';
import { toAppError } from './to-app-error.js';

/** `ConnectGateway` for the older accounts API, for platforms whose own account does not have the newer one. */
@Injectable()
export class StripeAccountsV1Gateway extends ConnectGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

  async createAccount(input: AccountInput): Promise<{ accountId: string }> {
    const account = await this.client.ask('accounts', (stripe) =>
      stripe.accounts.create(
        {
          country: input.country.toUpperCase(),
          email: input.email,
          business_type: input.entityType,
          capabilities: { transfers: { requested: true } },
          // The platform is the merchant of record: it pays fees and covers losses.
          controller: {
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            requirement_collection: 'stripe',
            stripe_dashboard: { type: 'express' },
          },
          metadata: { reference: input.reference },
        },
        keyed(input),
      ),
    );
    return { accountId: account.id };
  }

  async createOnboardingLink(
    input: Keyed & { accountId: string; returnUrl: string; refreshUrl: string },
  ): Promise<{ url: string; expiresAt: Date }> {
    const link = await this.client.ask('account_links', (stripe) =>
      stripe.accountLinks.create(
        {
          account: input.accountId,
          type: 'account_onboarding',
          refresh_url: input.refreshUrl,
          return_url: input.returnUrl,
        },
        keyed(input),
      ),
    );
    return { url: link.url, expiresAt: new Date(link.expires_at * 1_000) };
  }

  async retrieveAccount(accountId: string): Promise<AccountState | undefined> {
    try {
      return stateOf(await this.client.call('accounts', (stripe) => stripe.accounts.retrieve(accountId)));
    } catch (error) {
      const answer = classify(error);
      // The older API answers 403 for missing accounts and for those of other platforms.
      if (isMissing(answer) || (answer.kind === 'misconfigured' && answer.code === 'account_invalid')) return undefined;
      throw toAppError(error);
    }
  }
}

/**
 * The capability and the payouts must both be enabled: money sent to an account without payouts would be stuck there.
 */
function stateOf(account: Stripe.Account | Stripe.DeletedAccount): AccountState {
  if ('deleted' in account && account.deleted)
    return {
      accountId: account.id,
      country: null,
      payable: false,
      capability: 'none',
      closed: true,
      requirements: [],
    };
  const { capabilities, country, payouts_enabled, requirements } = account as Stripe.Account;
  const status = capabilities?.transfers;
  const refused = requirements?.disabled_reason?.startsWith('rejected.') === true;
  return {
    accountId: account.id,
    country: country?.toUpperCase() ?? null,
    payable: status === 'active' && payouts_enabled && !refused,
    capability: refused ? 'rejected' : capabilityOf(status),
    closed: false,
    requirements: requirementsOf(requirements ?? undefined),
    bank: bankOf(account as Stripe.Account),
  };
}

/** The bank account of the account's default currency; a card is none. */
export function bankOf({ external_accounts, default_currency }: Stripe.Account): AccountState['bank'] {
  const all = (external_accounts?.data ?? []).filter((one) => one.object === 'bank_account');
  const found = all.find((one) => one.currency === default_currency) ?? all[0];
  if (!found?.fingerprint) return undefined;
  return { fingerprint: found.fingerprint, name: found.bank_name, country: found.country, last4: found.last4 };
}

function capabilityOf(status: Stripe.Account.Capabilities.Transfers | undefined): string {
  if (status === undefined) return 'none';
  return status === 'inactive' ? 'restricted' : status;
}

/** One entry per field, from the most urgent list that contains it. */
function requirementsOf(requirements: Stripe.Account.Requirements | undefined): AccountRequirement[] {
  const deadlineAt =
    typeof requirements?.current_deadline === 'number' ? new Date(requirements.current_deadline * 1_000) : null;
  const lists = [
    ['past_due', 'user', requirements?.past_due],
    ['currently_due', 'user', requirements?.currently_due],
    ['pending_verification', 'provider', requirements?.pending_verification],
    ['eventually_due', 'user', requirements?.eventually_due],
  ] as const;
  const found = new Map<string, AccountRequirement>();
  for (const [status, awaiting, codes] of lists)
    for (const code of codes ?? [])
      if (!found.has(code))
        found.set(code, { code, awaiting, status, deadlineAt: status === 'currently_due' ? deadlineAt : null });
  return [...found.values()];
}

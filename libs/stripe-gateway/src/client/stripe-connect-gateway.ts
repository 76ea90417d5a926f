import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { ConnectGateway, type AccountInput, type AccountRequirement, type AccountState } from './connect-gateway.js';
import type { Keyed } from './outcome.js';
import { bankOf } from './stripe-accounts-v1-gateway.js';
import { keyed, StripeClient } from './stripe-client.js';

@Injectable()
export class StripeConnectGateway extends ConnectGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

  async createAccount(input: AccountInput): Promise<{ accountId: string }> {
    const account = await this.client.ask('accounts', (stripe) =>
      stripe.v2.core.accounts.create(
        {
          contact_email: input.email,
          display_name: input.displayName,
          dashboard: 'express',
          identity: { country: input.country.toLowerCase(), entity_type: input.entityType },
          configuration: {
            recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
          },
          // The platform is the merchant of record: it pays fees and covers losses.
          defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
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
      stripe.v2.core.accountLinks.create(
        {
          account: input.accountId,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: { refresh_url: input.refreshUrl, return_url: input.returnUrl },
          },
        },
        keyed(input),
      ),
    );
    return { url: link.url, expiresAt: new Date(link.expires_at) };
  }

  async retrieveAccount(accountId: string): Promise<AccountState | undefined> {
    const account = await this.client.find('accounts', (stripe) =>
      stripe.v2.core.accounts.retrieve(accountId, {
        include: ['configuration.recipient', 'identity', 'requirements'],
      }),
    );
    // Bank accounts are shown by the older API only, of accounts of either.
    const older = account && (await this.client.ask('accounts', (stripe) => stripe.accounts.retrieve(accountId)));
    return account && { ...stateOf(account), bank: older && bankOf(older) };
  }
}

function stateOf(account: Stripe.V2.Core.Account): AccountState {
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance;
  const capability = balance?.stripe_transfers?.status ?? 'none';
  const closed = account.closed ?? false;
  return {
    accountId: account.id,
    country: account.identity?.country?.toUpperCase() ?? null,
    payable: capability === 'active' && !closed,
    capability,
    closed,
    requirements: requirementsOf(account.requirements),
  };
}

function requirementsOf(requirements: Stripe.V2.Core.Account.Requirements | undefined): AccountRequirement[] {
  const time = requirements?.summary?.minimum_deadline?.time;
  // The provider gives one date, that of the most urgent requirement; later ones have no date.
  const strictest = requirements?.summary?.minimum_deadline?.status;
  return (requirements?.entries ?? []).map((entry) => ({
    code: entry.description,
    awaiting: entry.awaiting_action_from === 'user' ? 'user' : 'provider',
    status: entry.minimum_deadline.status,
    deadlineAt: time !== undefined && entry.minimum_deadline.status === strictest ? new Date(time) : null,
  }));
}

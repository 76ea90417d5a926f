import { Injectable } from '@nestjs/common';
import { SettlementCurrenciesRepository } from './settlement-currencies.repository.js';
import { StripeClient } from './stripe-client.js';

/** Currencies in which the platform's account settles, as last looked up. `stripe_gateway.settles` is the rule. */
@Injectable()
export class SettlementCurrencies {
  constructor(
    private readonly client: StripeClient,
    private readonly kept: SettlementCurrenciesRepository,
  ) {}

  /** Its default currency, and those of its bank accounts (where the provider lists them) and of its balance. */
  async refresh(): Promise<void> {
    const [account, balance] = await this.client.ask('account', (stripe) =>
      Promise.all([stripe.accounts.retrieveCurrent(), stripe.balance.retrieve()]),
    );
    const listed = [...(account.external_accounts?.data ?? []), ...balance.available].map((one) => one.currency);
    await this.kept.keep([account.default_currency, ...listed].filter((one) => typeof one === 'string'));
  }

  /** Looks again before a currency is refused, as a bank account may be new. Without an answer it stays refused. */
  async lookAgain(currency: string): Promise<void> {
    if (!(await this.kept.settles(currency))) await this.refresh().catch(() => undefined);
  }
}

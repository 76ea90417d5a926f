import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { StripeClient } from './stripe-client.js';

/** Currencies in which the platform's account settles, as last looked up. `stripe_gateway.settles` is the rule. */
@Injectable()
export class SettlementCurrencies {
  constructor(
    private readonly client: StripeClient,
    private readonly database: Database,
  ) {}

  /** Its default currency, and those of its bank accounts (where the provider lists them) and of its balance. */
  async refresh(): Promise<void> {
    const [account, balance] = await this.client.ask('account', (stripe) =>
      Promise.all([stripe.accounts.retrieveCurrent(), stripe.balance.retrieve()]),
    );
    const listed = [...(account.external_accounts?.data ?? []), ...balance.available].map((one) => one.currency);
    await this.database.query(
      `with gone as (delete from stripe_gateway.settlement_currencies where currency <> all($1))
       insert into stripe_gateway.settlement_currencies select distinct unnest($1::text[]) on conflict do nothing`,
      [[account.default_currency, ...listed].filter((one) => typeof one === 'string')],
    );
  }

  /** Looks again before a currency is refused, as a bank account may be new. Without an answer it stays refused. */
  async lookAgain(currency: string): Promise<void> {
    const sql = 'select from stripe_gateway.settles($1) as settles where not settles';
    if ((await this.database.query(sql, [currency])).length > 0) await this.refresh().catch(() => undefined);
  }
}

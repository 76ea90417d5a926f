import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';

/** Currencies in which the platform's account settles, lower case. */
@Injectable()
export class SettlementCurrenciesRepository {
  constructor(private readonly database: Database) {}

  /** Replaces those that were looked up before. */
  async keep(currencies: readonly string[]): Promise<void> {
    await this.database.query(
      `with gone as (delete from stripe_gateway.settlement_currencies where currency <> all($1))
       insert into stripe_gateway.settlement_currencies select distinct unnest($1::text[]) on conflict do nothing`,
      [currencies],
    );
  }

  async settles(currency: string): Promise<boolean> {
    return (await this.database.value<boolean>('select stripe_gateway.settles($1)', [currency])) ?? false;
  }
}

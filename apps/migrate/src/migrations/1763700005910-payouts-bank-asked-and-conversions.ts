import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose bank was asked when, so that everybody has a turn; and what the processor made of a transfer in a currency that the
 * author's account does not keep. Evidence: what we owe is in the currency that the tenant paid.
 */
export class PayoutsBankAskedAndConversions1763700005910 implements MigrationInterface {
  name = 'PayoutsBankAskedAndConversions1763700005910';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table payouts.payout_accounts add column bank_asked_at timestamptz`);
    await q.query(`create table payouts.conversions (
      payout_id uuid primary key references payouts.payouts,
      payment_id text not null check (payment_id <> ''),
      balance_transaction_id text not null check (balance_transaction_id <> ''),
      source_amount bigint not null check (source_amount > 0),
      source_currency text not null check (source_currency ~ '^[a-z]{3}$'),
      target_amount bigint not null check (target_amount > 0),
      target_currency text not null check (target_currency ~ '^[a-z]{3}$'),
      exchange_rate numeric not null check (exchange_rate > 0),
      recorded_at timestamptz not null default platform.portal_now(),
      constraint conversions_two_currencies check (source_currency <> target_currency))`);
    await q.query(`create trigger append_only before update or delete or truncate on payouts.conversions
      for each statement execute function platform.refuse_change()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table payouts.conversions');
    await q.query('alter table payouts.payout_accounts drop column bank_asked_at');
  }
}

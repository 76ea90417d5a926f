import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The flat fee of listings whose authors bill by themselves: once per listing and month. */
export class BillingListingFees1763700002140 implements MigrationInterface {
  name = 'BillingListingFees1763700002140';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table billing.listing_fees (
      id uuid primary key,
      listing_id uuid not null,
      listing_name text not null,
      org_id uuid not null,
      month date not null references billing.periods,
      currency text not null references ledger.currency,
      amount bigint not null check (amount > 0),
      netted bigint not null check (netted between 0 and amount),
      invoice_id uuid references billing.invoices,
      charged_at timestamptz not null default platform.portal_now(),
      constraint listing_fees_once unique (listing_id, month),
      constraint listing_fees_asked check ((netted = amount) = (invoice_id is null)))`);
    await q.query(`create index listing_fees_org on billing.listing_fees (org_id, month)`);
    await q.query(
      `create trigger append_only before update or delete or truncate on billing.listing_fees for each statement execute function platform.refuse_change()`,
    );
    await q.query(`alter table billing.policies drop constraint policies_key_check`);
    await q.query(`alter table billing.policies add constraint policies_key_check check (key in ('proration_unit', 'author_share', 'payment_retry',
      'invoice_timing', 'tax', 'small_balance', 'dispute_fee_bearer', 'payout_minimum', 'payout_approvals', 'payout_account_cooldown_days',
      'reserve_rule', 'negative_balance_months', 'listing_fee', 'listing_fee_collection', 'price_source'))`);
    await q.query(`alter table billing.policies disable trigger proposed`);
    await q.query(
      `insert into billing.policies (id, key, version, value, state, valid_from, reason, proposed_by_name, decided_by_name, decided_at)
       values ('01940000-0000-7000-8000-000000002150', 'listing_fee_collection', 1, '"invoice"', 'approved', '2000-01-01T00:00:00Z', 'Built in',
         'Drive Portal', 'Drive Portal', platform.portal_now())`,
    );
    await q.query(`alter table billing.policies enable trigger proposed`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table billing.listing_fees`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Listing fees bear tax as everything else that is sold does; what is netted and asked for is with it. */
export class BillingFeeTax1763700005920 implements MigrationInterface {
  name = 'BillingFeeTax1763700005920';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.listing_fees add column tax bigint not null default 0 check (tax >= 0), add column tax_details jsonb,
      add constraint listing_fees_tax_explained check (tax = 0 or tax_details is not null)`);
    await q.query(
      `alter table billing.listing_fees drop constraint listing_fees_check, drop constraint listing_fees_asked`,
    );
    await q.query(`alter table billing.listing_fees add constraint listing_fees_check check (netted between 0 and amount + tax),
      add constraint listing_fees_asked check ((netted = amount + tax) = (invoice_id is null))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      `alter table billing.listing_fees drop constraint listing_fees_check, drop constraint listing_fees_asked`,
    );
    await q.query(`alter table billing.listing_fees drop column tax, drop column tax_details`);
    await q.query(`alter table billing.listing_fees add constraint listing_fees_check check (netted between 0 and amount),
      add constraint listing_fees_asked check ((netted = amount) = (invoice_id is null))`);
  }
}

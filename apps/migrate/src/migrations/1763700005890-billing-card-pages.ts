import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages of the payment provider on which somebody enters a card for a payer. */
export class BillingCardPages1763700005890 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // The row is there before the provider is asked: its id makes the key. page_id is null until it has answered.
    await q.query(`create table billing.card_pages (
      id uuid primary key,
      tenant_id uuid not null references billing.tenant_customers,
      page_id text unique,
      state text not null default 'open',
      requested_by uuid,
      created_at timestamptz not null default platform.portal_now(),
      ended_at timestamptz,
      constraint card_pages_state check (state in ('open', 'saved', 'expired')),
      constraint card_pages_ended check ((state = 'open') = (ended_at is null)),
      constraint card_pages_known check (state = 'open' or page_id is not null))`);
    await q.query(`create index card_pages_of_payer on billing.card_pages (tenant_id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table billing.card_pages`);
  }
}

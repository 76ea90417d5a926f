import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Drives say that they bill, by month (db/installs/tables.sql). */
export class BillingSummaries1796600000021 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table if not exists installs.billing_summaries (
      install_id uuid not null references installs.installs,
      month date not null check (extract(day from month) = 1),
      currency text not null check (currency ~ '^[a-z]{3}$'),
      amount bigint not null check (amount >= 0),
      plan text not null check (length(plan) between 1 and 200),
      said_at timestamptz not null,
      primary key (install_id, month, currency)
    )`);
    await q.query(
      'create index if not exists billing_summaries_month on installs.billing_summaries (month, install_id, currency)',
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table installs.billing_summaries');
  }
}

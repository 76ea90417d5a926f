import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses under which an author lets others read the report of a submission. One at a time, and for a while. */
export class ListingsReportShares1763700004700 implements MigrationInterface {
  name = 'ListingsReportShares1763700004700';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.report_shares (
      submission_id uuid primary key references listings.submissions,
      token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
      shared_at timestamptz not null,
      expires_at timestamptz not null,
      check (expires_at > shared_at))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table listings.report_shares`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Table, and the columns that are unique beside the key: one request may hold back the payouts of several authors. */
const TABLES = { 'installs.installs': 'request_key', 'payouts.payout_holds': 'request_key, org_id' } as const;

/**
 * An install bills and a hold keeps money back: they carry the idempotency key of their request as well (decision 0025).
 * db/installs/tables.sql, db/payouts/tables.sql.
 */
export class MoreRequestKeys1796500000003 implements MigrationInterface {
  /** Indexes are built concurrently. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(TABLES)) {
      await q.query(`alter table ${table} add column if not exists request_key text`);
      // For rows to come only: with the column it would be computed for every row that is there.
      await q.query(
        `alter table ${table} alter column request_key set default nullif(current_setting('portal.request_key', true), '')`,
      );
      const [schema, name] = table.split('.');
      // One that a broken run has left is not valid.
      await q.query(`drop index concurrently if exists ${schema}.${name}_request_key`);
      await q.query(`create unique index concurrently ${name}_request_key on ${table} (${columns})`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of Object.keys(TABLES)) await q.query(`alter table ${table} drop column request_key`);
  }
}

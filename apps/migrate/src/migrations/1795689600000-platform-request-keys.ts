import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['billing.refunds', 'billing.credit_notes', 'payouts.recoveries'] as const;

/**
 * What moves money carries the idempotency key of the request that made it (decision 0025): db/billing/tables.sql,
 * db/payouts/tables.sql.
 */
export class RequestKeys1795689600000 implements MigrationInterface {
  /** Indexes are built concurrently. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await q.query(
        `alter table ${table} add column if not exists request_key text default nullif(current_setting('portal.request_key', true), '')`,
      );
      const index = `${table.split('.')[1]}_request_key`;
      // One that a broken run has left is not valid.
      await q.query(`drop index concurrently if exists ${table.split('.')[0]}.${index}`);
      await q.query(`create unique index concurrently ${index} on ${table} (request_key)`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of TABLES) await q.query(`alter table ${table} drop column request_key`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of write-offs is read page by page, newest first. */
export class BillingWriteOffsRecent1763700005000 implements MigrationInterface {
  name = 'BillingWriteOffsRecent1763700005000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create index write_offs_recent on billing.write_offs (proposed_at, id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index billing.write_offs_recent`);
  }
}

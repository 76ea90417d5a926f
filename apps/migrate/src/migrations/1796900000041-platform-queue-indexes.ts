import type { MigrationInterface, QueryRunner } from 'typeorm';

/** db/platform/tables.sql: what a worker has claimed, and what a sweep looks for, are found without the backlog. */
export class QueueIndexes1796900000041 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      'create index concurrently if not exists deliveries_claimed on platform.deliveries (claimed_by) where claimed_by is not null',
    );
    await q.query(
      `create index concurrently if not exists deliveries_queued on platform.deliveries (lane, enqueued_at) where state = 'pending' and claimed_by is null`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop index platform.deliveries_queued');
    await q.query('drop index platform.deliveries_claimed');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A claim takes a few messages of each webhook without reading its backlog (db/webhooks/tables.sql). */
export class QueuedMessages1796900000031 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `create index concurrently if not exists messages_queued on webhooks.messages (endpoint_id, next_attempt_at) where state = 'pending'`,
    );
    await q.query(
      `create index concurrently if not exists messages_tests on webhooks.messages (endpoint_id) where state = 'pending' and type = 'webhook.test'`,
    );
    await q.query('drop index concurrently if exists webhooks.messages_due');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`create index messages_due on webhooks.messages (next_attempt_at) where state = 'pending'`);
    await q.query('drop index webhooks.messages_queued, webhooks.messages_tests');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace that an event belongs to (db/platform/tables.sql). */
export class PlatformEventTraces1796900000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('alter table platform.outbox_events add column if not exists traceparent text');
    await q.query(
      `alter table platform.outbox_events alter column traceparent set default nullif(current_setting('portal.traceparent', true), '')`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('alter table platform.outbox_events drop column traceparent');
  }
}

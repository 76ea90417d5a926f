import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY = 'deliveries_event_id_fkey';

/** Events that are no longer kept go with their deliveries (db/platform/tables.sql). */
export class OldEvents1796900000032 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      'create index concurrently if not exists outbox_events_created on platform.outbox_events using brin (created_at)',
    );
    await q.query(`alter table platform.deliveries drop constraint if exists ${KEY},
      add constraint ${KEY} foreign key (event_id) references platform.outbox_events on delete cascade not valid`);
    await q.query(`alter table platform.deliveries validate constraint ${KEY}`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop index platform.outbox_events_created');
    await q.query(`alter table platform.deliveries drop constraint ${KEY},
      add constraint ${KEY} foreign key (event_id) references platform.outbox_events`);
  }
}

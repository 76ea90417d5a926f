import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why events of Drives do not count (db/installs/tables.sql), of those that are stored from now on. */
export class EventCountReasons1796600000061 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.event_counts add column if not exists unlisted bigint not null default 0,
      add column if not exists changed bigint not null default 0, add column if not exists unattributed bigint not null default 0`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      'alter table installs.event_counts drop column unlisted, drop column changed, drop column unattributed',
    );
  }
}

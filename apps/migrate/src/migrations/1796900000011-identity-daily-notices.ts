import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notices that wait for the summary of a day: db/identity/tables.sql. */
export class DailyNotices1796900000011 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.notifications add column if not exists daily text,
      add column if not exists times integer not null default 1, add column if not exists amount bigint`);
    await q.query(`create unique index concurrently if not exists notifications_daily
      on identity.notifications (user_id, daily) where daily is not null`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('databases only go forward'));
  }
}

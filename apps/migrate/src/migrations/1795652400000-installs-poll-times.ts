import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an install is read next, so that workers claim what is due (db/installs/tables.sql). */
export class PollTimes1795652400000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.installs
      add column if not exists next_poll_at timestamptz not null default '-infinity',
      add column if not exists poll_every_s integer not null default 25`);
    await q.query('alter table installs.installs drop constraint if exists installs_poll_every');
    await q.query(
      'alter table installs.installs add constraint installs_poll_every check (poll_every_s between 25 and 300) not valid',
    );
    await q.query('alter table installs.installs validate constraint installs_poll_every');
    await q.query('drop index concurrently if exists installs.installs_due');
    await q.query(
      `create index concurrently installs_due on installs.installs (drive_id, next_poll_at) where state = 'active'`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop index concurrently if exists installs.installs_due');
    await q.query('alter table installs.installs drop column next_poll_at, drop column poll_every_s');
  }
}

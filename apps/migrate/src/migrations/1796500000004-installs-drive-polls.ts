import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The Drive is what workers claim to read installs, a feed of the whole Drive is read once, and a fleet key has a clock per
 * Drive (db/installs/tables.sql, db/secrets/tables.sql).
 */
export class DrivePolls1796500000004 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table installs.drive_polls (
  drive_id uuid primary key,
  due_at timestamptz not null default '-infinity',
  slow boolean not null default false,
  failures integer not null default 0 check (failures >= 0)
)`);
    await q.query(`create index drive_polls_due on installs.drive_polls (slow, due_at)`);
    await q.query(`create or replace function installs.wake_drives()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
  insert into installs.drive_polls as p (drive_id)
    select distinct drive_id from after where state = 'active' order by drive_id
    on conflict (drive_id) do update set due_at = '-infinity' where p.due_at > '-infinity';
  else
  insert into installs.drive_polls as p (drive_id)
    select drive_id from (select drive_id, 1 as by from after where state = 'active' union all select drive_id, -1 as by from before where state = 'active') changed group by drive_id having sum(by) > 0 order by drive_id
    on conflict (drive_id) do update set due_at = '-infinity' where p.due_at > '-infinity';
  end if;
  return null;
end
$$`);
    await q.query(`create trigger drive_woken_insert after insert on installs.installs referencing new table as after for each statement
  execute function installs.wake_drives()`);
    await q.query(`create trigger drive_woken_update after update on installs.installs referencing old table as before new table as after for each statement
  execute function installs.wake_drives()`);
    await q.query(
      `insert into installs.drive_polls (drive_id) select distinct drive_id from installs.installs where state = 'active' on conflict do nothing`,
    );
    await q.query(
      `alter table installs.event_feeds add column cursor_ms bigint, add column behind boolean not null default false`,
    );
    await q.query(`alter table installs.installs drop constraint installs_poll_every,
      add constraint installs_poll_every check (poll_every_s between 5 and 3600) not valid`);
    await q.query(`alter table installs.installs validate constraint installs_poll_every`);
    await q.query(
      `alter table secrets.signing_clocks add column drive_id uuid not null default '00000000-0000-0000-0000-000000000000'`,
    );
    await q.query(
      'alter table secrets.signing_clocks drop constraint signing_clocks_pkey, add primary key (key_id, drive_id)',
    );
  }

  async down(q: QueryRunner): Promise<void> {
    // One clock again, which repeats no timestamp of any of them.
    await q.query(`update secrets.signing_clocks c set last_ms = (select max(last_ms) from secrets.signing_clocks o where o.key_id = c.key_id)
      where drive_id = '00000000-0000-0000-0000-000000000000'`);
    await q.query(`delete from secrets.signing_clocks where drive_id <> '00000000-0000-0000-0000-000000000000'`);
    await q.query(
      'alter table secrets.signing_clocks drop constraint signing_clocks_pkey, add primary key (key_id), drop column drive_id',
    );
    await q.query(`update installs.installs set poll_every_s = least(greatest(poll_every_s, 25), 300)`);
    await q.query(`alter table installs.installs drop constraint installs_poll_every,
      add constraint installs_poll_every check (poll_every_s between 25 and 300)`);
    await q.query('alter table installs.event_feeds drop column cursor_ms, drop column behind');
    await q.query('drop trigger drive_woken_insert on installs.installs');
    await q.query('drop trigger drive_woken_update on installs.installs');
    await q.query('drop function installs.wake_drives');
    await q.query('drop table installs.drive_polls');
  }
}

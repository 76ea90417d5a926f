import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Triggers in place of the foreign key of events, checked once for a statement (decision 0048): db/installs/tables.sql,
 * db/installs/functions/events_of_installs.sql and install_without_events.sql. A second try begins anew.
 */
export class EventsOfInstalls1796600000052 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create or replace function installs.events_of_installs()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted constant uuid[] := array(select distinct install_id from after order by 1);
  known integer;
begin
  perform from installs.installs where id = any(wanted) order by id for key share;
  get diagnostics known = row_count;
  if known < cardinality(wanted) then
    raise foreign_key_violation using message = 'an event of an install that does not exist', table = 'drive_events',
      schema = 'installs', constraint = 'events_of_installs';
  end if;
  return null;
end
$$`);
    await q.query(`create or replace function installs.install_without_events()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from installs.drive_events where install_id = old.id) then
    raise foreign_key_violation using message = 'an install that has events', table = 'installs', schema = 'installs',
      constraint = 'events_of_installs';
  end if;
  return null;
end
$$`);
    await q.query(
      `create or replace trigger of_installs_insert after insert on installs.drive_events referencing new table as after
       for each statement execute function installs.events_of_installs()`,
    );
    await q.query(
      `create or replace trigger of_installs_update after update on installs.drive_events referencing new table as after
       for each statement execute function installs.events_of_installs()`,
    );
    await q.query(
      `create or replace trigger without_events_delete after delete on installs.installs
       for each row execute function installs.install_without_events()`,
    );
    await q.query(
      `create or replace trigger without_events_update after update of id on installs.installs
       for each row when (old.id <> new.id) execute function installs.install_without_events()`,
    );
    await q.query('alter table installs.drive_events drop constraint if exists drive_events_install_id_fkey');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      'alter table installs.drive_events add constraint drive_events_install_id_fkey foreign key (install_id) references installs.installs',
    );
    await q.query('drop trigger without_events_update on installs.installs');
    await q.query('drop trigger without_events_delete on installs.installs');
    await q.query('drop trigger of_installs_update on installs.drive_events');
    await q.query('drop trigger of_installs_insert on installs.drive_events');
    await q.query('drop function installs.install_without_events()');
    await q.query('drop function installs.events_of_installs()');
  }
}

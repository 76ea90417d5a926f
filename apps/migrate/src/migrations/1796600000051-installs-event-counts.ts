import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of Drives by day and kind (db/installs/tables.sql). Counting begins with the triggers, under a lock of a moment; what
 * was stored before is counted after it, while events go on coming in. A second try begins anew.
 */
export class EventCounts1796600000051 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table if not exists installs.event_counts (
      drive_id uuid not null,
      day date not null,
      kind text not null,
      events bigint not null check (events >= 0),
      kept_apart bigint not null check (kept_apart >= 0),
      last_at timestamptz not null,
      primary key (drive_id, day, kind)
    )`);
    await q.query(`create or replace function installs.count_events()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
  insert into installs.event_counts as c (drive_id, day, kind, events, kept_apart, last_at)
    select i.drive_id, n.day, n.kind, sum(n.good), sum(n.bad), max(n.last)
    from (select install_id, (ts at time zone 'UTC')::date as day, kind, count(*) filter (where quarantine is null) as good,
        count(*) filter (where quarantine is not null) as bad, max(ts) as last from after group by 1, 2, 3) n
      join installs.installs i on i.id = n.install_id group by 1, 2, 3 order by 1, 2, 3
    on conflict (drive_id, day, kind) do update set events = c.events + excluded.events,
      kept_apart = c.kept_apart + excluded.kept_apart, last_at = greatest(c.last_at, excluded.last_at);
  else
  update installs.event_counts c set events = c.events + n.by, kept_apart = c.kept_apart - n.by
    from (select i.drive_id, (x.ts at time zone 'UTC')::date as day, x.kind, sum(x.by) as by
      from (select install_id, ts, kind, 1 as by from after where quarantine is null
        union all select install_id, ts, kind, -1 from before where quarantine is null) x
        join installs.installs i on i.id = x.install_id group by 1, 2, 3 having sum(x.by) <> 0) n
    where c.drive_id = n.drive_id and c.day = n.day and c.kind = n.kind;
  end if;
  return null;
end
$$`);
    const counted = await this.begin(q);
    await q.query(
      `insert into installs.event_counts as c (drive_id, day, kind, events, kept_apart, last_at)
       select i.drive_id, (e.ts at time zone 'UTC')::date, e.kind, count(*) filter (where e.quarantine is null),
         count(*) filter (where e.quarantine is not null), max(e.ts)
       from installs.drive_events e join installs.installs i on i.id = e.install_id where e.seq <= $1 group by 1, 2, 3 order by 1, 2, 3
       on conflict (drive_id, day, kind) do update set events = c.events + excluded.events,
         kept_apart = c.kept_apart + excluded.kept_apart, last_at = greatest(c.last_at, excluded.last_at)`,
      [counted],
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop trigger counted_insert on installs.drive_events');
    await q.query('drop trigger counted_update on installs.drive_events');
    await q.query('drop function installs.count_events()');
    await q.query('drop table installs.event_counts');
  }

  /** From here on the triggers count. Returns the last event before; nobody adds one while the lock is held. */
  private async begin(q: QueryRunner): Promise<string> {
    await q.startTransaction();
    try {
      await q.query(
        `create or replace trigger counted_insert after insert on installs.drive_events referencing new table as after
         for each statement execute function installs.count_events()`,
      );
      await q.query(
        `create or replace trigger counted_update after update on installs.drive_events referencing old table as before new table as after
         for each statement execute function installs.count_events()`,
      );
      await q.query('delete from installs.event_counts');
      const [row] = (await q.query('select coalesce(max(seq), 0) as seq from installs.drive_events')) as {
        seq: string;
      }[];
      await q.commitTransaction();
      return row!.seq;
    } catch (error) {
      await q.rollbackTransaction();
      throw error;
    }
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many installs of a Drive run, kept by whatever statement changes that: pages show it, and counting grows with them. */
export class InstallsCounted1763700004930 implements MigrationInterface {
  name = 'InstallsCounted1763700004930';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table installs.drive_counts (drive_id uuid primary key, active int not null)`);
    // By statement, so that a hundred thousand installs at once are one addition. In the order of their ids: two
    // statements that touch the same Drives wait for each other and do not block each other.
    const add = (changes: string): string => `
        insert into installs.drive_counts as c (drive_id, active)
          select drive_id, sum(by) from (${changes}) changed group by drive_id having sum(by) <> 0 order by drive_id
          on conflict (drive_id) do update set active = c.active + excluded.active;`;
    const after = `select drive_id, 1 as by from after where state = 'active'`;
    const before = `select drive_id, -1 as by from before where state = 'active'`;
    await q.query(`create function installs.count_active() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        if tg_op = 'INSERT' then ${add(after)}
        elsif tg_op = 'DELETE' then ${add(before)}
        else ${add(`${after} union all ${before}`)}
        end if;
        return null;
      end $$`);
    await q.query(`create trigger counted_insert after insert on installs.installs
      referencing new table as after for each statement execute function installs.count_active()`);
    await q.query(`create trigger counted_update after update on installs.installs
      referencing old table as before new table as after for each statement execute function installs.count_active()`);
    await q.query(`create trigger counted_delete after delete on installs.installs
      referencing old table as before for each statement execute function installs.count_active()`);
    await q.query(`insert into installs.drive_counts (drive_id, active)
      select drive_id, count(*) from installs.installs where state = 'active' group by drive_id`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const on of ['insert', 'update', 'delete']) await q.query(`drop trigger counted_${on} on installs.installs`);
    await q.query(`drop function installs.count_active()`);
    await q.query(`drop table installs.drive_counts`);
  }
}

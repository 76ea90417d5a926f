-- By statement, so that a hundred thousand installs at once are one addition. In the order of their ids: two
-- statements that touch the same Drives wait for each other and do not block each other.
create or replace function installs.count_active()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
  insert into installs.drive_counts as c (drive_id, active)
    select drive_id, sum(by) from (select drive_id, 1 as by from after where state = 'active') changed group by drive_id having sum(by) <> 0 order by drive_id
    on conflict (drive_id) do update set active = c.active + excluded.active;
  elsif tg_op = 'DELETE' then
  insert into installs.drive_counts as c (drive_id, active)
    select drive_id, sum(by) from (select drive_id, -1 as by from before where state = 'active') changed group by drive_id having sum(by) <> 0 order by drive_id
    on conflict (drive_id) do update set active = c.active + excluded.active;
  else
  insert into installs.drive_counts as c (drive_id, active)
    select drive_id, sum(by) from (select drive_id, 1 as by from after where state = 'active' union all select drive_id, -1 as by from before where state = 'active') changed group by drive_id having sum(by) <> 0 order by drive_id
    on conflict (drive_id) do update set active = c.active + excluded.active;
  end if;
  return null;
end
$$;

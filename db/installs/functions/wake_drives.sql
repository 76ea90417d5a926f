-- A Drive with more running installs than before is due to be read.
create or replace function installs.wake_drives()
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
$$;

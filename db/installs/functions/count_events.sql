-- By statement, in the order of the keys: two statements that count for one Drive wait for each other and do not block each
-- other.
create or replace function installs.count_events()
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
$$;

-- By statement, in the order of the keys: two statements that count for one Drive wait for each other and do not block each
-- other.
create or replace function installs.count_events()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
  insert into installs.event_counts as c (drive_id, day, kind, events, kept_apart, last_at, unlisted, changed, unattributed)
    select i.drive_id, n.day, n.kind, sum(n.good), sum(n.bad), max(n.last), sum(n.unlisted), sum(n.changed), sum(n.unattributed)
    from (select install_id, (ts at time zone 'UTC')::date as day, kind, count(*) filter (where quarantine is null) as good,
        count(*) filter (where quarantine is not null) as bad, max(ts) as last,
        count(*) filter (where quarantine = 'kind_not_listed') as unlisted,
        count(*) filter (where quarantine = 'changed_after_emission') as changed,
        count(*) filter (where quarantine = 'unattributed') as unattributed
      from after group by 1, 2, 3) n
      join installs.installs i on i.id = n.install_id group by 1, 2, 3 order by 1, 2, 3
    on conflict (drive_id, day, kind) do update set events = c.events + excluded.events,
      kept_apart = c.kept_apart + excluded.kept_apart, last_at = greatest(c.last_at, excluded.last_at),
      unlisted = c.unlisted + excluded.unlisted, changed = c.changed + excluded.changed,
      unattributed = c.unattributed + excluded.unattributed;
  else
  -- Events stored before their reason was counted may lose more than was counted.
  update installs.event_counts c set events = c.events + n.good, kept_apart = c.kept_apart + n.bad,
      unlisted = greatest(0, c.unlisted + n.unlisted), changed = greatest(0, c.changed + n.changed),
      unattributed = greatest(0, c.unattributed + n.unattributed)
    from (select i.drive_id, (x.ts at time zone 'UTC')::date as day, x.kind,
        coalesce(sum(x.by) filter (where x.quarantine is null), 0) as good,
        coalesce(sum(x.by) filter (where x.quarantine is not null), 0) as bad,
        coalesce(sum(x.by) filter (where x.quarantine = 'kind_not_listed'), 0) as unlisted,
        coalesce(sum(x.by) filter (where x.quarantine = 'changed_after_emission'), 0) as changed,
        coalesce(sum(x.by) filter (where x.quarantine = 'unattributed'), 0) as unattributed
      from (select install_id, ts, kind, quarantine, 1 as by from after
        union all select install_id, ts, kind, quarantine, -1 from before) x
        join installs.installs i on i.id = x.install_id group by 1, 2, 3) n
    where c.drive_id = n.drive_id and c.day = n.day and c.kind = n.kind
      and (n.good, n.bad, n.unlisted, n.changed, n.unattributed) is distinct from (0, 0, 0, 0, 0);
  end if;
  return null;
end
$$;

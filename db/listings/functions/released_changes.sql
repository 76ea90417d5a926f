-- Versions of a Drive that went live up to an instant, the newest fifty, each with its notes.
create or replace function listings.released_changes(drive uuid, at timestamptz) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'released_at', to_char(v.released_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'notes', listings.version_notes(drive, v.version)) order by v.released_at desc), '[]')
  from (select r.version, min(p.published_at) as released_at from listings.publications p join listings.revisions r on r.id = p.revision_id
    where p.drive_id = drive and r.version is not null and p.published_at <= at group by r.version order by 2 desc limit 50) v
$$;

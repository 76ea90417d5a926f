create or replace function listings.index_drive(drive uuid) returns void language plpgsql as $$
declare
  code int;
  at int;
begin
  insert into listings.catalogue_facets (category, motion, tier) select l.category, l.motion, l.tier from listings.listings l where l.drive_id = drive
    on conflict do nothing;
  select f.code into code from listings.catalogue_facets f join listings.listings l
    on (l.category, l.motion, l.tier) is not distinct from (f.category, f.motion, f.tier) where l.drive_id = drive;
  -- The place that an entry has is kept; "on conflict" would use up another one each time.
  select e.place into at from listings.catalogue_entries e where e.drive_id = drive;
  insert into listings.catalogue_entries
    (drive_id, slug, org_id, revision_id, name, tagline, category, motion, tier, version, permissions_count, listed_at, heading, place)
  select l.drive_id, l.slug, l.org_id, r.id, l.name, coalesce(l.tagline, ''), l.category, l.motion, l.tier, r.version,
    jsonb_array_length(r.manifest->'permissionsRequested'), l.listed_at,
    setweight(listings.words_of(l.name || ' ' || replace(l.slug, '-', ' ')), 'A') || setweight(listings.words_of(coalesce(l.tagline, '')), 'B'),
    coalesce(at, nextval(pg_get_serial_sequence('listings.catalogue_entries', 'place')))
  from listings.listings l join listings.revisions r on r.id = l.live_revision_id where l.drive_id = drive
  on conflict (drive_id) do update set revision_id = excluded.revision_id, name = excluded.name, tagline = excluded.tagline,
    category = excluded.category, motion = excluded.motion, tier = excluded.tier, version = excluded.version,
    permissions_count = excluded.permissions_count, heading = excluded.heading;
  insert into listings.catalogue_words (drive_id, facets, place, words)
  select e.drive_id, code, e.place, e.heading || listings.words_of(left(coalesce(r.manifest->>'description', ''), 20000))
  from listings.catalogue_entries e join listings.revisions r on r.id = e.revision_id where e.drive_id = drive
  on conflict (drive_id) do update set facets = excluded.facets, words = excluded.words;
end
$$;

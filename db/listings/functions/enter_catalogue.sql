-- The catalogue follows the listings: an entry is what the live revision says, for as long as the listing is listed.
create or replace function listings.enter_catalogue() returns trigger language plpgsql as $$
declare
  proven text := (select listings.shared_domain(r.origin, a.website) from listings.revisions r, authors.drive_reservations d
    join authors.applications a on a.id = d.application_id
    where r.id = new.live_revision_id and d.id = new.drive_id and new.handshake_at is not null);
begin
  perform nextval('listings.catalogue_generation');
  if new.state <> 'listed' then
    delete from listings.catalogue_entries where drive_id = new.drive_id;
    return null;
  end if;
  -- A listing that comes back shows when its live revision was published, which its publications say.
  insert into listings.catalogue_entries as e
    (drive_id, slug, org_id, revision_id, name, tagline, category, motion, tier, domain, accent, version, permissions_count, listed_at, updated_at)
  select new.drive_id, new.slug, new.org_id, r.id, new.name, coalesce(new.tagline, ''), new.category, new.motion, new.tier, proven,
    r.manifest->>'accentColor', r.version, jsonb_array_length(r.manifest->'permissionsRequested'), new.listed_at,
    coalesce((select max(p.published_at) from listings.publications p where p.drive_id = new.drive_id and p.revision_id = r.id), platform.portal_now())
  from listings.revisions r where r.id = new.live_revision_id
  on conflict (drive_id) do update set revision_id = excluded.revision_id, name = excluded.name, tagline = excluded.tagline,
    category = excluded.category, motion = excluded.motion, tier = excluded.tier, domain = excluded.domain, accent = excluded.accent, version = excluded.version,
    permissions_count = excluded.permissions_count,
    updated_at = case when e.revision_id = excluded.revision_id then e.updated_at else platform.portal_now() end;
  insert into listings.catalogue_words as w (drive_id, category, motion, tier, verified, heading, words)
  select new.drive_id, new.category, new.motion, new.tier, case when proven is not null then 'yes' end, h.heading,
    h.heading || listings.words_of(left(coalesce(r.manifest->>'description', ''), 20000))
  from listings.revisions r, lateral (
    select setweight(listings.words_of(new.name || ' ' || replace(new.slug, '-', ' ')), 'A')
      || setweight(listings.words_of(coalesce(new.tagline, '')), 'B') as heading) h
  where r.id = new.live_revision_id
  on conflict (drive_id) do update set category = excluded.category, motion = excluded.motion, tier = excluded.tier,
    verified = excluded.verified, heading = excluded.heading, words = excluded.words;
  -- In one order, so that two publishers with new words in common cannot deadlock.
  insert into listings.catalogue_terms (term)
  select u.lexeme from listings.catalogue_words w, unnest(w.words) u where w.drive_id = new.drive_id order by 1
  on conflict do nothing;
  return null;
end
$$;

import { hasRole, scopeIds, type Actor } from '@portal/platform/access';
import { ownSearch, searchAmongAll, staffSearch } from '@portal/platform/http';

/** For the few rows of one caller or queue: a name that is much like the typed one, as in `platform.named_like`. */
const like = (name: string): string => `char_length($1) > 3 and public.word_similarity($1, ${name}) > 0.3`;

const ownOrganizations = (actor: Actor): string[] => scopeIds(actor, 'author');

/** Drives by name or id: an author's own, reviewers' open cases and live ones, and for all others those of the catalogue. */
export const SEARCH_LISTINGS = [
  ownSearch(
    ownOrganizations,
    `select 'drive' as kind, d.id, coalesce(l.name, d.name) as name, d.slug as note
     from authors.drive_reservations d left join listings.listings l on l.drive_id = d.id
     where d.org_id = any($4::uuid[]) and (strpos(lower(coalesce(l.name, d.name)), lower($1)) > 0 or strpos(d.slug, lower($1)) > 0 or d.id = $3
       or ${like('coalesce(l.name, d.name)')})
     order by 3, 2 limit $2`,
  ),
  // By id alone: by name their Drive is found.
  ownSearch(
    ownOrganizations,
    `select 'own_submission' as kind, s.id, l.name, l.slug as note from listings.submissions s join listings.listings l on l.drive_id = s.drive_id
     where s.id = $3 and s.org_id = any($4::uuid[]) and $1::text is not null limit $2`,
  ),
  staffSearch(
    ['reviewer'],
    `select 'submission' as kind, s.id, trim(coalesce(r.manifest->>'name', l.name) || ' ' || coalesce(r.version, '')) as name, o.name as note
     from listings.submissions s join listings.listings l on l.drive_id = s.drive_id
       join authors.organizations o on o.id = s.org_id left join listings.revisions r on r.id = s.revision_id
     where s.id = $3 or s.state in ('in_review', 'changes_requested')
       and (strpos(lower(coalesce(r.manifest->>'name', l.name) || ' ' || l.slug || ' ' || o.name), lower($1)) > 0
         or ${like("coalesce(r.manifest->>'name', l.name)")})
     order by s.waiting_since nulls last, s.id limit $2`,
  ),
  staffSearch(
    ['reviewer', 'admin'],
    `select 'live_drive' as kind, f.id, l.name, o.name as note
     from platform.named_like('listings.listings', 'drive_id', '{name,slug}', $1, $3, $2) f
       join listings.listings l on l.drive_id = f.id join authors.organizations o on o.id = l.org_id
     where l.live_revision_id is not null order by f.distance, lower(l.name), l.slug`,
  ),
  // The catalogue is public.
  searchAmongAll(
    (actor) => !hasRole(actor, 'reviewer') && !hasRole(actor, 'admin'),
    `select 'plugin' as kind, e.slug as id, e.name, e.slug as note
     from platform.named_like('listings.catalogue_entries', 'drive_id', '{name,slug}', $1, $3, $2) f
       join listings.catalogue_entries e on e.drive_id = f.id
     order by f.distance, e.sort_name, e.slug`,
  ),
];

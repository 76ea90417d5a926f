import { staffSearch } from '@portal/platform/http';

/** Tenants and their ventures by name or id, installs by id, for admins. */
export const SEARCH_TENANTS = [
  staffSearch(
    ['admin'],
    `select 'tenant' as kind, id, t.name, t.external_id as note
     from platform.named_like('installs.tenants', 'id', '{name,external_id}', $1, $3, $2) join installs.tenants t using (id)
     order by distance, t.name, id`,
  ),
  staffSearch(
    ['admin'],
    `select 'venture' as kind, f.id, v.name, t.name as note
     from platform.named_like('installs.ventures', 'id', '{name,external_id}', $1, $3, $2) f
       join installs.ventures v on v.id = f.id join installs.tenants t on t.id = v.tenant_id
     order by f.distance, v.name, f.id`,
  ),
  // An install has no name of its own: it is found by its id, from a log or a letter.
  staffSearch(
    ['admin'],
    `select 'install' as kind, i.id, l.name, v.name as note from installs.installs i
       join installs.ventures v on v.id = i.venture_id join listings.listings l on l.drive_id = i.drive_id
     where i.id = $3 and $1::text is not null limit $2`,
  ),
];

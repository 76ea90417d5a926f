import { staffSearch } from '@portal/platform/http';

/** Finds authors and their applications by name or id, for staff. */
export const SEARCH_AUTHORS = [
  staffSearch(
    ['reviewer'],
    `select 'application' as kind, id, a.company_name as name, a.drive_name as note
     from platform.named_like('authors.applications', 'id', '{company_name,drive_name}', $1, $3, $2) join authors.applications a using (id)
     where a.state <> 'draft' order by distance, a.company_name, id`,
  ),
  staffSearch(
    ['finance', 'admin'],
    `select 'author' as kind, id, o.name, coalesce((select string_agg(d.name, ', ' order by d.name) from authors.drive_reservations d where d.org_id = o.id), '') as note
     from platform.named_like('authors.organizations', 'id', '{name}', $1, $3, $2) join authors.organizations o using (id)
     order by distance, o.name, id`,
  ),
];

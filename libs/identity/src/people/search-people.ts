import { staffSearch } from '@portal/platform/http';

/** Finds people by name, email address or id, for admins. */
export const SEARCH_PEOPLE = staffSearch(
  ['admin'],
  `select 'person' as kind, id, u.name, u.email as note
   from platform.named_like('identity.users', 'id', '{name,email}', $1, $3, $2) join identity.users u using (id)
   order by distance, u.name, id`,
);

import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { DirectoryEntryView, DriveKeyScopeView } from '../directory.view.js';

const MOST = 20;
const MOST_SCOPES = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds authors and Drives by part of their names, for staff. */
@Injectable()
export class Directory {
  constructor(private readonly database: Database) {}

  /**
   * Names that start with the text come first. @param q part of a name, or an id; empty: first names in alphabetical
   * order
   */
  find(q: string, kind: 'author' | 'drive' | null): Promise<DirectoryEntryView[]> {
    return this.database.query<DirectoryEntryView>(
      `select kind, id, name, slug, author from (
         select 'author' as kind, o.id, o.name, null as slug, null as author from authors.organizations o
         where o.name ilike '%' || $1 || '%' or o.id = $3
         union all
         select 'drive', d.id, d.name, d.slug, o.name from authors.drive_reservations d join authors.organizations o on o.id = d.org_id
         where d.name ilike '%' || $1 || '%' or d.slug ilike '%' || $1 || '%' or o.name ilike '%' || $1 || '%' or d.id = $3) found
       where $2::text is null or kind = $2 order by name ilike $1 || '%' desc, name, kind, id limit ${MOST}`,
      [literally(q), kind, UUID.test(q.trim()) ? q.trim() : null],
    );
  }

  /** Authors by name, or by the name or email address of a member. */
  authors(q: string): Promise<DirectoryEntryView[]> {
    return this.database.query<DirectoryEntryView>(
      `select 'author' as kind, o.id, o.name, null as slug, null as author from authors.organizations o
       where o.name ilike '%' || $1 || '%' or exists (select 1 from identity.role_grants g join identity.users u on u.id = g.user_id
         where g.scope_id = o.id and g.role = 'author' and (u.email ilike '%' || $1 || '%' or u.name ilike '%' || $1 || '%'))
       order by o.name ilike $1 || '%' desc, o.name, o.id limit ${MOST}`,
      [literally(q)],
    );
  }

  /** Drives with the key that signs for them; first-party Drives come first. */
  scopes(q: string): Promise<DriveKeyScopeView[]> {
    return this.database.query<DriveKeyScopeView>(
      `select d.id as drive_id, d.name, d.slug, o.name as author, coalesce(s.scope, 'drive') as scope
       from authors.drive_reservations d join authors.organizations o on o.id = d.org_id left join secrets.drive_signing s on s.drive_id = d.id
       where d.name ilike '%' || $1 || '%' or d.slug ilike '%' || $1 || '%' or o.name ilike '%' || $1 || '%'
       order by coalesce(s.scope, 'drive') = 'fleet' desc, d.name, d.id limit ${MOST_SCOPES}`,
      [literally(q)],
    );
  }
}

// A percent sign in the search text is meant literally.
const literally = (text: string): string => text.trim().replace(/[\\%_]/g, '\\$&');

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hasRole, type Actor } from '@portal/platform/access';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { SearchSources, typedId, type Found } from '@portal/platform/http';
import { literally } from './directory.js';

/** Finds authors and their applications by name or id, for staff; of every author once the role is checked. */
@Injectable()
export class SearchAuthors implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sources: SearchSources,
  ) {}

  onModuleInit(): void {
    this.sources.register((actor, text, limit) => this.applications(actor, text, limit));
    this.sources.register((actor, text, limit) => this.authors(actor, text, limit));
  }

  private async applications(actor: Actor, text: string, limit: number): Promise<Found[]> {
    if (!hasRole(actor, 'reviewer')) return [];
    return this.find(
      `select 'application' as kind, a.id, a.company_name as name, a.drive_name as note from authors.applications a
       where a.state <> 'draft' and (a.company_name ilike '%' || $1 || '%' or a.drive_name ilike '%' || $1 || '%' or a.id = $3)
       order by a.company_name ilike $1 || '%' desc, a.company_name, a.id limit $2`,
      [literally(text), limit, typedId(text)],
    );
  }

  private async authors(actor: Actor, text: string, limit: number): Promise<Found[]> {
    if (!hasRole(actor, 'finance') && !hasRole(actor, 'admin')) return [];
    return this.find(
      `select 'author' as kind, o.id, o.name, coalesce((select string_agg(d.name, ', ' order by d.name) from authors.drive_reservations d where d.org_id = o.id), '') as note
       from authors.organizations o where o.name ilike '%' || $1 || '%' or o.id = $3
       order by o.name ilike $1 || '%' desc, o.name, o.id limit $2`,
      [literally(text), limit, typedId(text)],
    );
  }

  /** Staff only: the route is open to everyone, so its queries would otherwise only see the caller's rows. */
  private find(sql: string, params: unknown[]): Promise<Found[]> {
    return bypassRowSecurity(() => this.database.query<Found & Record<string, unknown>>(sql, params));
  }
}

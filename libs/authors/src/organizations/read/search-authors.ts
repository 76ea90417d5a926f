import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hasRole, type Actor } from '@portal/platform/access';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { SearchSources, typedId, type Found } from '@portal/platform/http';

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
      `select 'application' as kind, id, a.company_name as name, a.drive_name as note
       from platform.named_like('authors.applications', 'id', '{company_name,drive_name}', $1, $3, $2) join authors.applications a using (id)
       where a.state <> 'draft' order by distance, a.company_name, id`,
      [text, limit, typedId(text)],
    );
  }

  private async authors(actor: Actor, text: string, limit: number): Promise<Found[]> {
    if (!hasRole(actor, 'finance') && !hasRole(actor, 'admin')) return [];
    return this.find(
      `select 'author' as kind, id, o.name, coalesce((select string_agg(d.name, ', ' order by d.name) from authors.drive_reservations d where d.org_id = o.id), '') as note
       from platform.named_like('authors.organizations', 'id', '{name}', $1, $3, $2) join authors.organizations o using (id)
       order by distance, o.name, id`,
      [text, limit, typedId(text)],
    );
  }

  /** Staff only: the route is open to everyone, so its queries would otherwise only see the caller's rows. */
  private find(sql: string, params: unknown[]): Promise<Found[]> {
    return bypassRowSecurity(() => this.database.query<Found>(sql, params));
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hasRole } from '@portal/platform/access';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { SearchSources, typedId, type Found } from '@portal/platform/http';

const SOURCES = [
  `select 'tenant' as kind, t.id, t.name, t.external_id as note from installs.tenants t
   where strpos(lower(t.name), lower($1)) > 0 or t.external_id = $1 or t.id = $3 order by starts_with(lower(t.name), lower($1)) desc, t.name, t.id limit $2`,
  `select 'venture' as kind, v.id, v.name, t.name as note from installs.ventures v join installs.tenants t on t.id = v.tenant_id
   where strpos(lower(v.name), lower($1)) > 0 or v.external_id = $1 or v.id = $3 order by starts_with(lower(v.name), lower($1)) desc, v.name, v.id limit $2`,
  // An install has no name of its own: it is found by its id, from a log or a letter.
  `select 'install' as kind, i.id, l.name, v.name as note from installs.installs i
     join installs.ventures v on v.id = i.venture_id join listings.listings l on l.drive_id = i.drive_id
   where i.id = $3 and $1::text is not null limit $2`,
];

/** Tenants and their ventures by name or id, installs by id, for admins. */
@Injectable()
export class SearchTenants implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sources: SearchSources,
  ) {}

  onModuleInit(): void {
    for (const sql of SOURCES)
      this.sources.register(async (actor, text, limit) =>
        hasRole(actor, 'admin') ? this.find(sql, [text, limit, typedId(text)]) : [],
      );
  }

  private find(sql: string, params: unknown[]): Promise<Found[]> {
    return bypassRowSecurity(() => this.database.query<Found & Record<string, unknown>>(sql, params));
  }
}

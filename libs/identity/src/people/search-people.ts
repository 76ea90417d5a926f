import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hasRole } from '@portal/platform/access';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { SearchSources, typedId, type Found } from '@portal/platform/http';

/** Finds people by name, email address or id, for admins. */
@Injectable()
export class SearchPeople implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sources: SearchSources,
  ) {}

  onModuleInit(): void {
    this.sources.register(async (actor, text, limit) => (hasRole(actor, 'admin') ? this.people(text, limit) : []));
  }

  private people(text: string, limit: number): Promise<Found[]> {
    return bypassRowSecurity(() =>
      this.database.query<Found & Record<string, unknown>>(
        `select 'person' as kind, u.id, u.name, u.email as note from identity.users u
         where strpos(lower(u.name), lower($1)) > 0 or strpos(platform.folded(u.email), platform.folded($1)) > 0 or u.id = $3
         order by (starts_with(platform.folded(u.email), platform.folded($1)) or starts_with(lower(u.name), lower($1))) desc, u.name, u.id limit $2`,
        [text, limit, typedId(text)],
      ),
    );
  }
}

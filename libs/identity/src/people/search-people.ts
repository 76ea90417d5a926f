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
      this.database.query<Found>(
        `select 'person' as kind, id, u.name, u.email as note
         from platform.named_like('identity.users', 'id', '{name,email}', $1, $3, $2) join identity.users u using (id)
         order by distance, u.name, id`,
        [text, limit, typedId(text)],
      ),
    );
  }
}

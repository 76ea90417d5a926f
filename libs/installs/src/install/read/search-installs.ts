import { Injectable, type OnModuleInit } from '@nestjs/common';
import { scopeIds } from '@portal/platform/access';
import { SearchSources } from '@portal/platform/http';
import { InstallQueries } from './install-queries.js';

/** Installs of an operator's tenants by the name of the plugin or of the venture, or by id. */
@Injectable()
export class SearchInstalls implements OnModuleInit {
  constructor(
    private readonly queries: InstallQueries,
    private readonly sources: SearchSources,
  ) {}

  onModuleInit(): void {
    this.sources.register(async (actor, q, limit) => {
      const tenantIds = scopeIds(actor, 'operator');
      if (tenantIds.length === 0) return [];
      const { items } = await this.queries.list(tenantIds, { limit, q });
      return items.map(({ id, name, venture_name: note }) => ({ kind: 'install' as const, id, name, note }));
    });
  }
}

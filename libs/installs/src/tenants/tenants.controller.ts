import { Query } from '@nestjs/common';
import { CurrentActor, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { ApiController, GetPage } from '@portal/platform/http';
import { OperatorTenantsQuery, OperatorVenturesQuery, VenturesQuery } from '../install/http/installs.dto.js';
import { TenantView, VentureView } from '../install/read/installs.view.js';
import { TenantQueries } from './tenant-queries.js';

@ApiController('operator', 'api/v1/operator')
@RequireRole('operator')
export class OperatorTenantsController {
  constructor(private readonly queries: TenantQueries) {}

  /** List your tenants. That you operate, by name. */
  @GetPage('tenants', TenantView)
  tenants(@CurrentActor() actor: Actor, @Query() query: OperatorTenantsQuery) {
    return this.queries.operatedTenants(scopeIds(actor, 'operator'), query);
  }

  /** List your ventures. Of the tenants that you operate, by the name of the tenant and their own. */
  @GetPage('ventures', VentureView)
  ventures(@CurrentActor() actor: Actor, @Query() query: OperatorVenturesQuery) {
    return this.queries.ventures(scopeIds(actor, 'operator'), query);
  }
}

@RequireRole('finance')
@ApiController('finance', 'api/v1/finance/ventures')
export class FinanceVenturesController {
  constructor(private readonly queries: TenantQueries) {}

  /** Search ventures. By a part of their name or of their tenant's. At most 20. */
  @GetPage('', VentureView)
  async search(@Query() { q }: VenturesQuery) {
    return { items: await this.queries.findVentures(q ?? ''), next_cursor: null };
  }
}

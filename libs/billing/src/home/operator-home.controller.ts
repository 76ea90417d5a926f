import { NotificationsService } from '@portal/identity';
import { InstallQueries } from '@portal/installs';
import { CurrentActor, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { ApiController, GetData } from '@portal/platform/http';
import { TenantStatus } from '../invoicing/read/tenant-status.js';
import { OperatorCosts } from './read/operator-costs.js';
import { OperatorHomeView } from './operator-home.view.js';

const MOST = { limit: 100 };

@ApiController('operator', 'api/v1/operator/home')
@RequireRole('operator')
export class OperatorHomeController {
  constructor(
    private readonly costs: OperatorCosts,
    private readonly installs: InstallQueries,
    private readonly tenants: TenantStatus,
    private readonly notifications: NotificationsService,
  ) {}

  /** Get the first page of an operator. What plugins cost by month, how each is doing, and what happened. */
  @GetData('', OperatorHomeView)
  async get(@CurrentActor() actor: Actor) {
    const tenantIds = scopeIds(actor, 'operator');
    const [costs, counts, installs, unpaid, happened] = await Promise.all([
      this.costs.of(tenantIds),
      this.installs.count(tenantIds),
      this.installs.list(tenantIds, { ...MOST, waitingFirst: true }),
      this.tenants.unpaid(tenantIds, MOST),
      this.notifications.latest(actor),
    ]);
    return { costs, counts, installs: installs.items, unpaid: unpaid.items, happened };
  }
}

import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiController, GetData } from '@portal/platform/http';
import { NotificationsService } from '@portal/identity';
import { BalanceOverview } from '../read/balance-overview.js';
import { LatestReconciliation } from '../read/latest-reconciliation.js';
import { FinanceHomeView } from './finance-home.view.js';
import { FinanceWork } from './finance-work.js';

@ApiController('finance', 'api/v1/finance/home')
@RequireRole('finance')
export class FinanceHomeController {
  constructor(
    private readonly work: FinanceWork,
    private readonly position: BalanceOverview,
    private readonly comparisons: LatestReconciliation,
    private readonly notifications: NotificationsService,
  ) {}

  /** Get the first page of finance. What waits, months and runs, what is owed and what is there, and what happened. */
  @GetData('', FinanceHomeView)
  async get(@CurrentActor() actor: Actor) {
    const [work, position, books, happened] = await Promise.all([
      this.work.of(actor),
      this.position.read(),
      this.comparisons.last(),
      this.notifications.latest(actor),
    ]);
    return { ...work, position, books, happened };
  }
}

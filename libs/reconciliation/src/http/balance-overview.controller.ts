import { RequireRole } from '@portal/platform/access';
import { ApiController, GetData } from '@portal/platform/http';
import { BalanceOverview } from '../read/balance-overview.js';
import { MoneyPositionView } from './balance-overview.view.js';

@ApiController('finance', 'api/v1/finance/balance-overview')
@RequireRole('finance')
export class BalanceOverviewController {
  constructor(private readonly overview: BalanceOverview) {}

  /**
   * Get the balance overview. By currency: the balance at the payment provider and the amounts owed. The provider is
   * queried each time.
   */
  @GetData('', MoneyPositionView)
  get() {
    return this.overview.read();
  }
}

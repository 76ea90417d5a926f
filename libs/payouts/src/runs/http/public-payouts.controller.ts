import { BypassRowSecurity, Public } from '@portal/platform/access';
import { ApiController, GetData } from '@portal/platform/http';
import { PaidLastMonth } from '../read/paid-last-month.js';
import { PaidLastMonthView } from './public-payouts.view.js';

@Public()
@BypassRowSecurity('sums over several authors')
@ApiController('public', 'api/public')
export class PublicPayoutsController {
  constructor(private readonly paid: PaidLastMonth) {}

  /** Get what authors were paid last month. Of the last calendar month (UTC), by currency. */
  @GetData('paid-last-month', PaidLastMonthView)
  paidLastMonth() {
    return this.paid.view();
  }
}

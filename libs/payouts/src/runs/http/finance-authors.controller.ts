import { Query } from '@nestjs/common';
import { RequireRole } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage } from '@portal/platform/http';
import { FinanceAuthors } from '../read/finance-authors.js';
import { PayoutsOfAuthorQuery } from './payouts.dto.js';
import { PayoutOfAuthorView, FinanceAuthorView } from './finance-authors.view.js';

/** An author's finances, for finance. */
@ApiController('payouts', 'api/v1/finance/authors')
@RequireRole('finance')
export class FinanceAuthorsController {
  constructor(private readonly authors: FinanceAuthors) {}

  /** Get an author's finances. Balances, unpaid amounts, payout accounts, holds and recoveries. */
  @GetData(':id', FinanceAuthorView)
  get(@IdParam() id: string) {
    return this.authors.get(id);
  }

  /** List the payouts of an author. Newest first. */
  @GetPage(':id/payouts', PayoutOfAuthorView)
  payouts(@IdParam() id: string, @Query() query: PayoutsOfAuthorQuery) {
    return this.authors.payouts(id, query);
  }
}

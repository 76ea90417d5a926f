import { Query } from '@nestjs/common';
import { RequireRole } from '@portal/platform/access';
import { IdParam, PageQuery, ApiController, GetData, GetPage } from '@portal/platform/http';
import { RunComparison } from '../read/run-comparison.js';
import { RunPayouts } from '../read/run-payouts.js';
import { RunQueries } from '../read/run-queries.js';
import { UnpaidNotes } from '../read/unpaid-notes.js';
import { RunPayoutsQuery, RunQuery } from './run-payouts.dto.js';
import { RunPayoutView } from './run-payouts.view.js';
import { PayoutRunView, RunComparisonView, UnpaidNoteView } from './payouts.view.js';

/** Reading payout runs, for finance. */
@ApiController('payouts', 'api/v1/finance/payout-runs')
@RequireRole('finance')
export class PayoutRunsController {
  constructor(
    private readonly runs: RunQueries,
    private readonly lines: RunPayouts,
    private readonly comparison: RunComparison,
    private readonly notes: UnpaidNotes,
  ) {}

  /** List payout runs. Newest first. */
  @GetPage('', PayoutRunView)
  list(@Query() query: PageQuery) {
    return this.runs.list(query.limit, query.cursor);
  }

  /** Get a payout run. With its totals, approvals and up to 1,000 of its payouts; `payouts=none` leaves them out. */
  @GetData(':id', PayoutRunView)
  get(@IdParam() id: string, @Query() query: RunQuery) {
    return this.runs.get(id, { payouts: query.payouts !== 'none' });
  }

  /** List the payouts of a run. Filtered and sorted as asked. The totals are those of the whole run. */
  @GetPage(':id/payouts', RunPayoutView)
  payouts(@IdParam() id: string, @Query() query: RunPayoutsQuery) {
    return this.lines.list(id, query);
  }

  /** List why authors are not paid by a run. All reasons at once, with the amount that each keeps. */
  @GetPage(':id/unpaid', UnpaidNoteView)
  async unpaid(@IdParam() id: string, @Query() query: PageQuery) {
    await this.runs.get(id, { payouts: false });
    return this.notes.list({ runId: id }, query);
  }

  /** Compare a payout run with the one before. Totals, and who is no longer paid. */
  @GetData(':id/comparison', RunComparisonView)
  compare(@IdParam() id: string) {
    return this.comparison.of(id);
  }
}

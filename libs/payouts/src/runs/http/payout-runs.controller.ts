import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { RequireRole } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam, PageQuery } from '@portal/platform/http';
import { RunComparison } from '../read/run-comparison.js';
import { RunPayouts } from '../read/run-payouts.js';
import { RunQueries } from '../read/run-queries.js';
import { RunPayoutsQuery, RunQuery } from './run-payouts.dto.js';
import { RunPayoutView } from './run-payouts.view.js';
import { PayoutRunView, RunComparisonView } from './payouts.view.js';

/** Reading payout runs, for finance. */
@ApiTags('payouts')
@Controller('api/v1/finance/payout-runs')
@RequireRole('finance')
export class PayoutRunsController {
  constructor(
    private readonly runs: RunQueries,
    private readonly lines: RunPayouts,
    private readonly comparison: RunComparison,
  ) {}

  /** List payout runs. Newest first. */
  @Get()
  @ApiPage(PayoutRunView)
  list(@Query() query: PageQuery): Promise<Page<PayoutRunView>> {
    return this.runs.list(query.limit, query.cursor);
  }

  /** Get a payout run. With its totals, approvals and up to 1,000 of its payouts; `payouts=none` leaves them out. */
  @Get(':id')
  @ApiData(PayoutRunView)
  get(@IdParam() id: string, @Query() query: RunQuery): Promise<PayoutRunView> {
    return this.runs.get(id, { payouts: query.payouts !== 'none' });
  }

  /** List the payouts of a run. Filtered and sorted as asked. The totals are those of the whole run. */
  @Get(':id/payouts')
  @ApiPage(RunPayoutView)
  payouts(@IdParam() id: string, @Query() query: RunPayoutsQuery): Promise<Page<RunPayoutView>> {
    return this.lines.list(id, query);
  }

  /** Compare a payout run with the one before. Anomalies first, then the largest differences. */
  @Get(':id/comparison')
  @ApiData(RunComparisonView)
  compare(@IdParam() id: string): Promise<RunComparisonView> {
    return this.comparison.of(id);
  }
}

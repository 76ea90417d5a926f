import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, PostData } from '@portal/platform/http';
import { GiveUpBody } from '../runs/http/payouts.dto.js';
import { PayoutRunView, RetryView } from '../runs/http/payouts.view.js';
import { RunQueries } from '../runs/read/run-queries.js';
import { RetryFailed } from './retry-failed.js';

@ApiController('payouts', 'api/v1/finance/payout-runs')
@RequireRole('finance')
export class RetryFailedController {
  constructor(
    private readonly retryFailed: RetryFailed,
    private readonly runs: RunQueries,
  ) {}

  /**
   * Retry the failed payouts of a run. With the approved amounts and accounts; only to accounts that can receive now
   * and to authors without a hold who are still owed as much. The rest waits for the next run.
   */
  @PostData(':id/retry-failed', RetryView, { status: 202 })
  async retry(@IdParam() id: string, @CurrentActor() actor: Actor) {
    const { retried } = await this.retryFailed.execute(id, actor);
    return { retried, run: await this.runs.get(id) };
  }

  /**
   * Give up the failed payouts of a run. They are not retried: their amounts are in the balances and are paid with the
   * next run. The statements of the month become final.
   */
  @PostData(':id/give-up-failed', PayoutRunView)
  async giveUp(@IdParam() id: string, @Body() body: GiveUpBody, @CurrentActor() actor: Actor) {
    await this.retryFailed.giveUp(id, body.reason, actor);
    return this.runs.get(id);
  }
}

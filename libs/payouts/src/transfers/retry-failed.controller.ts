import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, PostData } from '@portal/platform/http';
import { RetryView } from '../runs/http/payouts.view.js';
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
}

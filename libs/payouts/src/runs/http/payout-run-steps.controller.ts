import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, PostData } from '@portal/platform/http';
import { ApproveRun } from '../approve-run.js';
import { CancelRun } from '../cancel-run.js';
import { ExecuteRun } from '../execute-run.js';
import { PauseRun } from '../pause-run.js';
import { PrepareRun } from '../prepare-run.js';
import { RunQueries } from '../read/run-queries.js';
import { ComputeRun } from '../compute-run.js';
import { ApproveRunBody, PauseRunBody, PrepareRunBody, ResumeRunBody } from './payouts.dto.js';
import { PayoutRunView } from './payouts.view.js';

/** Actions on a payout run, from preparing to executing it. */
@ApiController('payouts', 'api/v1/finance/payout-runs')
@RequireRole('finance')
export class PayoutRunStepsController {
  constructor(
    private readonly prepareRun: PrepareRun,
    private readonly computeRun: ComputeRun,
    private readonly approveRun: ApproveRun,
    private readonly executeRun: ExecuteRun,
    private readonly pauseRun: PauseRun,
    private readonly cancelRun: CancelRun,
    private readonly runs: RunQueries,
  ) {}

  /** Prepare the payout run of a month. The month must be closed. The run is computed and then needs approval. */
  @PostData('', PayoutRunView, { status: 201 })
  async prepare(@Body() body: PrepareRunBody, @CurrentActor() actor: Actor) {
    return this.runs.get((await this.prepareRun.execute(body.month, actor)).id);
  }

  /** Recompute a payout run. Before it is approved. The person who recomputes it becomes its preparer. */
  @PostData(':id/recompute', PayoutRunView)
  async recompute(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.computeRun.again(id, actor);
    return this.runs.get(id);
  }

  /**
   * Approve a payout run. By a person other than the preparer, for the hash of the prepared payouts. The last approval
   * required by the policy reserves the money.
   */
  @PostData(':id/approve', PayoutRunView)
  async approve(@IdParam() id: string, @Body() body: ApproveRunBody, @CurrentActor() actor: Actor) {
    await this.approveRun.execute(id, body.input_hash, actor);
    return this.runs.get(id);
  }

  /**
   * Execute an approved payout run. The balance at the payment provider must cover the run in every currency; otherwise
   * nothing is started.
   */
  @PostData(':id/execute', PayoutRunView, { status: 202 })
  async execute(@IdParam() id: string, @CurrentActor() actor: Actor) {
    await this.executeRun.execute(id, actor);
    return this.runs.get(id);
  }

  /** Pause a payout run. Nothing more is sent until it is resumed; transfers in progress are completed. */
  @PostData(':id/pause', PayoutRunView)
  async pause(@IdParam() id: string, @Body() body: PauseRunBody, @CurrentActor() actor: Actor) {
    await this.pauseRun.pause(id, actor, body.reason ?? `Paused by ${actor.name}`);
    return this.runs.get(id);
  }

  /**
   * Resume a payout run. Sends what is left, in all currencies or in one that was paused because the balance was too
   * low.
   */
  @PostData(':id/resume', PayoutRunView)
  async resume(@IdParam() id: string, @Body() body: ResumeRunBody, @CurrentActor() actor: Actor) {
    await this.pauseRun.resume(id, actor, body.currency);
    return this.runs.get(id);
  }

  /**
   * Cancel a payout run. Before anything is sent. Reserved amounts are owed again, and the month can be prepared again.
   */
  @PostData(':id/cancel', PayoutRunView)
  async cancel(@IdParam() id: string, @Body() body: PauseRunBody, @CurrentActor() actor: Actor) {
    await this.cancelRun.execute(id, actor, body.reason ?? `Cancelled by ${actor.name}`);
    return this.runs.get(id);
  }
}

import { Body, Query } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { DecideExceptions } from '../decide-exceptions.js';
import { RunExceptions } from '../read/run-exceptions.js';
import { RunQueries } from '../read/run-queries.js';
import { DecideExceptionsBody, RunExceptionsQuery } from './run-exceptions.dto.js';
import { RunDecidedView, RunExceptionGroupsView, UnusualPayoutView } from './run-exceptions.view.js';

/** Unusual payouts of a run and the preparer's decisions about them. */
@ApiController('payouts', 'api/v1/finance/payout-runs')
@RequireRole('finance')
export class RunExceptionsController {
  constructor(
    private readonly exceptions: RunExceptions,
    private readonly decideExceptions: DecideExceptions,
    private readonly runs: RunQueries,
  ) {}

  /** List the unusual payouts of a run. Undecided ones first, then the largest. */
  @GetPage(':id/exceptions', UnusualPayoutView)
  listExceptions(@IdParam() id: string, @Query() query: RunExceptionsQuery) {
    return this.exceptions.list(id, query);
  }

  /** Count the unusual payouts of a run. By kind, with what was decided about them. */
  @GetData(':id/exceptions/groups', RunExceptionGroupsView)
  groups(@IdParam() id: string) {
    return this.exceptions.groups(id);
  }

  /**
   * Decide on unusual payouts of a run. Before anyone approves. Leaving out or holding payouts recomputes the run,
   * which gets a new hash.
   */
  @PostData(':id/exceptions/decide', RunDecidedView)
  async decide(@IdParam() id: string, @Body() body: DecideExceptionsBody, @CurrentActor() actor: Actor) {
    if ((body.items === undefined) === (body.kind === undefined))
      throw new AppError(commonErrors.invalid_request, {
        message: 'Say either which payouts, or which kind of them.',
        details: [{ pointer: '/items', code: 'required', message: 'Either `items` or `kind`.' }],
      });
    const { decided, recomputed } = await this.decideExceptions.execute(
      id,
      {
        inputHash: body.input_hash,
        decision: body.decision,
        reason: body.reason,
        of: body.kind ?? body.items!.map((one) => ({ orgId: one.org_id, currency: one.currency })),
      },
      actor,
    );
    return { decided, recomputed, run: await this.runs.get(id) };
  }
}

import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Post,
  Query,
  Sse,
  UseGuards,
  type MessageEvent,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors, type Page } from '@portal/kernel';
import {
  ApiData,
  ApiPage,
  CurrentActor,
  LiveFeed,
  PageQuery,
  RequireRole,
  streamGuard,
  RequireStepUp,
  type Actor,
} from '@portal/platform';
import type { Observable } from 'rxjs';
import { ApproveRun } from '../approve-run.js';
import { DecideExceptions } from '../decide-exceptions.js';
import { payoutErrors } from '../../errors.js';
import { CancelRun } from '../cancel-run.js';
import { ExecuteRun } from '../execute-run.js';
import { PrepareRun } from '../prepare-run.js';
import { RunComparison } from '../read/run-comparison.js';
import { RunExceptions } from '../read/run-exceptions.js';
import { RunPayouts } from '../read/run-payouts.js';
import { RunQueries } from '../read/run-queries.js';
import { RecomputeRun } from '../recompute-run.js';
import { RetryFailed } from '../../transfers/retry-failed.js';
import { ApproveRunBody, PauseRunBody, PrepareRunBody, ResumeRunBody } from './payouts.dto.js';
import { DecideExceptionsBody, RunExceptionsQuery } from './run-exceptions.dto.js';
import { RunDecidedView, RunExceptionGroupsView, UnusualPayoutView } from './run-exceptions.view.js';
import { RunPayoutsQuery, RunQuery } from './run-payouts.dto.js';
import { RunPayoutView } from './run-payouts.view.js';
import { PayoutRunView, RetryView, RunComparisonView } from './payouts.view.js';

async function view(runs: RunQueries, id: string): Promise<PayoutRunView> {
  const run = await runs.get(id);
  if (!run) throw new AppError(payoutErrors.payout_run_not_found);
  return run;
}

@ApiTags('payouts')
@Controller('api/v1/finance/payout-runs')
@RequireRole('finance')
export class PayoutRunsController {
  constructor(
    private readonly prepareRun: PrepareRun,
    private readonly recomputeRun: RecomputeRun,
    private readonly approveRun: ApproveRun,
    private readonly executeRun: ExecuteRun,
    private readonly cancelRun: CancelRun,
    private readonly retryFailed: RetryFailed,
    private readonly comparison: RunComparison,
    private readonly exceptions: RunExceptions,
    private readonly decideExceptions: DecideExceptions,
    private readonly runs: RunQueries,
    private readonly lines: RunPayouts,
    private readonly live: LiveFeed,
  ) {}

  @Get()
  @ApiPage(PayoutRunView)
  list(@Query() query: PageQuery): Promise<Page<PayoutRunView>> {
    return this.runs.list(query.limit, query.cursor);
  }

  @Post()
  @HttpCode(201)
  @ApiData(PayoutRunView, { status: 201 })
  async prepare(@Body() body: PrepareRunBody, @CurrentActor() actor: Actor): Promise<PayoutRunView> {
    return view(this.runs, (await this.prepareRun.execute(body.month, actor)).id);
  }

  @Get(':id')
  @ApiData(PayoutRunView)
  async get(@Param('id', ParseUUIDPipe) id: string, @Query() query: RunQuery): Promise<PayoutRunView> {
    const run = await this.runs.get(id, { payouts: query.payouts !== 'none' });
    if (!run) throw new AppError(payoutErrors.payout_run_not_found);
    return run;
  }

  @Get(':id/payouts')
  @ApiPage(RunPayoutView)
  payouts(@Param('id', ParseUUIDPipe) id: string, @Query() query: RunPayoutsQuery): Promise<Page<RunPayoutView>> {
    return this.lines.list(id, query);
  }

  @Get(':id/comparison')
  @ApiData(RunComparisonView)
  async compare(@Param('id', ParseUUIDPipe) id: string): Promise<RunComparisonView> {
    const found = await this.comparison.of(id);
    if (!found) throw new AppError(payoutErrors.payout_run_not_found);
    return found;
  }

  @Get(':id/exceptions')
  @ApiPage(UnusualPayoutView)
  listExceptions(
    @Param('id', ParseUUIDPipe) id: string,
    @Query() query: RunExceptionsQuery,
  ): Promise<Page<UnusualPayoutView>> {
    return this.exceptions.list(id, query);
  }

  @Get(':id/exceptions/groups')
  @ApiData(RunExceptionGroupsView)
  groups(@Param('id', ParseUUIDPipe) id: string): Promise<RunExceptionGroupsView> {
    return this.exceptions.groups(id);
  }

  @RequireStepUp()
  @Post(':id/exceptions/decide')
  @HttpCode(200)
  @ApiData(RunDecidedView)
  async decide(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: DecideExceptionsBody,
    @CurrentActor() actor: Actor,
  ): Promise<RunDecidedView> {
    if ((body.items === undefined) === (body.kind === undefined))
      throw new AppError(commonErrors.invalid_request, {
        message: 'Say either which payouts, or which kind of them.',
        details: [{ pointer: '/items', code: 'required', message: 'Either `items` or `kind`.' }],
      });
    const { decided, anew } = await this.decideExceptions.execute(
      id,
      {
        inputHash: body.input_hash,
        decision: body.decision,
        reason: body.reason,
        of: body.kind ?? body.items!.map((one) => ({ orgId: one.org_id, currency: one.currency })),
      },
      actor,
    );
    return { decided, computed_anew: anew, run: await view(this.runs, id) };
  }

  @Post(':id/recompute')
  @HttpCode(200)
  @ApiData(PayoutRunView)
  async recompute(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<PayoutRunView> {
    await this.recomputeRun.execute(id, actor);
    return view(this.runs, id);
  }

  @Sse(':id/live')
  @UseGuards(streamGuard(RunQueries, view))
  watch(@Param('id', ParseUUIDPipe) id: string, @Headers('last-event-id') last?: string): Observable<MessageEvent> {
    return this.live.sse(`payout_run:${id}`, last);
  }

  @RequireStepUp()
  @Post(':id/approve')
  @HttpCode(200)
  @ApiData(PayoutRunView)
  async approve(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: ApproveRunBody,
    @CurrentActor() actor: Actor,
  ): Promise<PayoutRunView> {
    await this.approveRun.execute(id, body.input_hash, actor);
    return view(this.runs, id);
  }

  @RequireStepUp()
  @Post(':id/execute')
  @HttpCode(202)
  @ApiData(PayoutRunView, { status: 202 })
  async execute(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<PayoutRunView> {
    await this.executeRun.execute(id, actor);
    return view(this.runs, id);
  }

  @Post(':id/pause')
  @HttpCode(200)
  @ApiData(PayoutRunView)
  async pause(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: PauseRunBody,
    @CurrentActor() actor: Actor,
  ): Promise<PayoutRunView> {
    await this.executeRun.pause(id, actor, body.reason ?? `Paused by ${actor.name}`);
    return view(this.runs, id);
  }

  @RequireStepUp()
  @Post(':id/resume')
  @HttpCode(200)
  @ApiData(PayoutRunView)
  async resume(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: ResumeRunBody,
    @CurrentActor() actor: Actor,
  ): Promise<PayoutRunView> {
    await this.executeRun.resume(id, actor, body.currency);
    return view(this.runs, id);
  }

  @RequireStepUp()
  @Post(':id/retry-failed')
  @HttpCode(202)
  @ApiData(RetryView, { status: 202 })
  async retry(@Param('id', ParseUUIDPipe) id: string, @CurrentActor() actor: Actor): Promise<RetryView> {
    const { retried } = await this.retryFailed.execute(id, actor);
    return { retried, run: await view(this.runs, id) };
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiData(PayoutRunView)
  async cancel(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: PauseRunBody,
    @CurrentActor() actor: Actor,
  ): Promise<PayoutRunView> {
    await this.cancelRun.execute(id, actor, body.reason ?? `Cancelled by ${actor.name}`);
    return view(this.runs, id);
  }
}

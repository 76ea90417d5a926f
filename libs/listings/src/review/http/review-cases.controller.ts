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
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { LiveFeed, streamGuard } from '@portal/platform/events';
import { ApiData, ApiPage } from '@portal/platform/http';
import { from, switchMap, type Observable } from 'rxjs';
import { ConfirmException } from '../confirm-exception.js';
import { EndException } from '../end-exception.js';
import { ClaimReview } from '../claim-review.js';
import { ClaimNextReview } from '../claim-next-review.js';
import { JudgeSubmission } from '../judge-submission.js';
import { ProposeException } from '../propose-exception.js';
import { RecheckSubmission } from '../../rechecks/recheck-submission.js';
import { Rechecks } from '../../rechecks/rechecks.js';
import { ReviewExceptions } from '../read/review-exceptions.js';
import { ReviewWorkspace } from '../read/review-workspace.js';
import { ReleaseReview } from '../release-review.js';
import {
  EndExceptionDto,
  HoldCaseDto,
  JudgeSubmissionDto,
  ProposeExceptionDto,
  ReviewExceptionsQuery,
  TakeNextDto,
} from './review.dto.js';
import { AcceptedView } from '../../listing/listings.view.js';
import { ReviewExceptionView, ReviewWorkspaceView } from './review.view.js';

@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review')
export class ReviewCasesController {
  constructor(
    private readonly workspace: ReviewWorkspace,
    private readonly exceptions: ReviewExceptions,
    private readonly takeNext: ClaimNextReview,
    private readonly holdCase: ClaimReview,
    private readonly releaseCase: ReleaseReview,
    private readonly judgeSubmission: JudgeSubmission,
    private readonly proposeExceptionUseCase: ProposeException,
    private readonly confirmExceptionUseCase: ConfirmException,
    private readonly endExceptionUseCase: EndException,
    private readonly recheckSubmission: RecheckSubmission,
    private readonly rechecks: Rechecks,
    private readonly live: LiveFeed,
  ) {}

  /**
   * Get the review workspace of a submission. The checklist with its evidence, who claimed the submission, and what
   * each decision still needs.
   */
  @Get('submissions/:id/workspace')
  @ApiData(ReviewWorkspaceView)
  getWorkspace(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) id: string): Promise<ReviewWorkspaceView> {
    return this.workspace.of(actor, id);
  }

  /** Claim the next submission. The one due first that nobody has claimed, never one of your own organisations. */
  @Post('submissions/claim-next')
  @HttpCode(200)
  @ApiData(ReviewWorkspaceView)
  async claimNext(@CurrentActor() actor: Actor, @Body() body: TakeNextDto): Promise<ReviewWorkspaceView> {
    return this.workspace.of(actor, await this.takeNext.execute({ actor, ...(body.kind && { kind: body.kind }) }));
  }

  /** Claim a submission or keep it claimed. Nobody else decides on it meanwhile. */
  @Post('submissions/:id/claim')
  @HttpCode(200)
  @ApiData(ReviewWorkspaceView)
  async claim(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) submissionId: string,
    @Body() body: HoldCaseDto,
  ): Promise<ReviewWorkspaceView> {
    await this.holdCase.execute({ actor, submissionId, takeover: body.takeover ?? false });
    return this.workspace.of(actor, submissionId);
  }

  /** Release a claimed submission. Before its time runs out. Repeating the call is harmless. */
  @Post('submissions/:id/release')
  @HttpCode(200)
  @ApiData(ReviewWorkspaceView)
  async release(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) submissionId: string,
  ): Promise<ReviewWorkspaceView> {
    await this.releaseCase.execute({ actor, submissionId });
    return this.workspace.of(actor, submissionId);
  }

  /** Run the checks of a submission again. Criteria whose evidence changes must be assessed again. */
  @Post('submissions/:id/recheck')
  @HttpCode(200)
  @ApiData(ReviewWorkspaceView)
  async recheck(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) submissionId: string,
  ): Promise<ReviewWorkspaceView> {
    await this.recheckSubmission.execute({ actor, submissionId });
    return this.workspace.of(actor, submissionId);
  }

  /** Watch a re-check. Server-sent events: `check`, and `done` when it is over. */
  @Sse('submissions/:id/recheck/live')
  @UseGuards(streamGuard(Rechecks, (rechecks, id) => rechecks.assertAny(id)))
  watchRecheck(
    @Param('id', ParseUUIDPipe) id: string,
    @Headers('last-event-id') lastEventId?: string,
  ): Observable<MessageEvent> {
    return from(this.rechecks.stream(id)).pipe(switchMap((stream) => this.live.sse(stream, lastEventId)));
  }

  /** Assess criteria of a submission. One or several; the newest assessment of each counts. */
  @Post('submissions/:id/judgements')
  @HttpCode(200)
  @ApiData(ReviewWorkspaceView)
  async saveJudgements(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) submissionId: string,
    @Body() body: JudgeSubmissionDto,
  ): Promise<ReviewWorkspaceView> {
    const judgements = body.judgements.map(({ criterion, verdict, note }) => ({
      criterion,
      verdict,
      note: note ?? '',
    }));
    await this.judgeSubmission.execute({ actor, submissionId, digest: body.digest, judgements });
    return this.workspace.of(actor, submissionId);
  }

  /** Propose a review exception. Waives a check for this Drive until a day. Another reviewer confirms it. */
  @Post('submissions/:id/exceptions')
  @HttpCode(200)
  @ApiData(ReviewWorkspaceView)
  async proposeException(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) submissionId: string,
    @Body() body: ProposeExceptionDto,
  ): Promise<ReviewWorkspaceView> {
    const { check_id: checkId, reason, ends_at: endsAt } = body;
    await this.proposeExceptionUseCase.execute({ actor, submissionId, checkId, reason, endsAt: new Date(endsAt) });
    return this.workspace.of(actor, submissionId);
  }

  /** List review exceptions. Proposed, in force and ended. */
  @Get('exceptions')
  @ApiPage(ReviewExceptionView)
  async listExceptions(
    @CurrentActor() actor: Actor,
    @Query() query: ReviewExceptionsQuery,
  ): Promise<Page<ReviewExceptionView>> {
    return { items: await this.exceptions.list(actor, query.state ?? 'all'), next_cursor: null };
  }

  /** Confirm a review exception. By another reviewer than the one who proposed it. It counts from now on. */
  @Post('exceptions/:id/confirm')
  @HttpCode(200)
  @ApiData(AcceptedView)
  async confirmException(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) exceptionId: string,
  ): Promise<AcceptedView> {
    await this.confirmExceptionUseCase.execute({ actor, exceptionId });
    return { accepted: true };
  }

  /** End or reject a review exception. Before its last day, or while it is proposed. */
  @Post('exceptions/:id/end')
  @HttpCode(200)
  @ApiData(AcceptedView)
  async endException(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) exceptionId: string,
    @Body() body: EndExceptionDto,
  ): Promise<AcceptedView> {
    await this.endExceptionUseCase.execute({ actor, exceptionId, reason: body.reason });
    return { accepted: true };
  }
}

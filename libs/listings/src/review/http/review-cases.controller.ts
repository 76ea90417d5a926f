import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiData, BodyLimit, IdParam, LONG_TEXTS } from '@portal/platform/http';
import { ClaimReviewService } from '../claim-review.service.js';
import { JudgeSubmission } from '../judge-submission.js';
import { ReviewWorkspace } from '../read/review-workspace.js';
import { HoldCaseDto, JudgeSubmissionDto, TakeNextDto } from './review.dto.js';
import { ReviewWorkspaceView } from './review.view.js';

@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review')
export class ReviewCasesController {
  constructor(
    private readonly workspace: ReviewWorkspace,
    private readonly claims: ClaimReviewService,
    private readonly judgeSubmission: JudgeSubmission,
  ) {}

  /**
   * Get the review workspace of a submission. The checklist with its evidence, who claimed the submission, and what
   * each decision still needs.
   */
  @Get('submissions/:id/workspace')
  @ApiData(ReviewWorkspaceView)
  getWorkspace(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ReviewWorkspaceView> {
    return this.workspace.of(actor, id);
  }

  /** Claim the next submission. The one due first that nobody has claimed, never one of your own organisations. */
  @WithoutStepUp('says who looks at it, decides nothing')
  @Post('submissions/claim-next')
  @ApiData(ReviewWorkspaceView)
  async claimNext(@CurrentActor() actor: Actor, @Body() body: TakeNextDto): Promise<ReviewWorkspaceView> {
    return this.workspace.of(actor, await this.claims.claimNext(actor, body.kind));
  }

  /** Claim a submission or keep it claimed. Nobody else decides on it meanwhile. */
  @WithoutStepUp('says who looks at it, decides nothing')
  @Post('submissions/:id/claim')
  @ApiData(ReviewWorkspaceView)
  async claim(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() body: HoldCaseDto,
  ): Promise<ReviewWorkspaceView> {
    await this.claims.claim({ actor, submissionId, takeover: body.takeover ?? false });
    return this.workspace.of(actor, submissionId);
  }

  /** Release a claimed submission. Before its time runs out. Repeating the call is harmless. */
  @WithoutStepUp('says who looks at it, decides nothing')
  @Post('submissions/:id/release')
  @ApiData(ReviewWorkspaceView)
  async release(@CurrentActor() actor: Actor, @IdParam() submissionId: string): Promise<ReviewWorkspaceView> {
    await this.claims.release(actor, submissionId);
    return this.workspace.of(actor, submissionId);
  }

  /** Assess criteria of a submission. One or several; the newest assessment of each counts. */
  @WithoutStepUp('kept for the decision, which asks')
  @Post('submissions/:id/judgements')
  @BodyLimit(LONG_TEXTS)
  @ApiData(ReviewWorkspaceView)
  async saveJudgements(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
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
}

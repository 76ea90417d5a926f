import { Body, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor, WithoutStepUp } from '@portal/platform/access';
import { IdParam, BodyLimit, LONG_TEXTS, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { DecideReview } from '../decide-review.js';
import { Submissions } from '../../submissions/submissions.js';
import { DecideSubmissionDto } from '../../listing/listings.dto.js';
import { ReviewQueue } from '../read/review-queue.js';
import { ReviewQueueQuery, JudgeSubmissionDto } from './review.dto.js';
import { SubmissionRowView } from './review.view.js';
import { SubmissionView } from '../../submissions/submissions.view.js';
import { RecheckSubmission } from '../../rechecks/recheck-submission.js';
import { JudgeSubmission } from '../judge-submission.js';
import { ReviewWorkspace } from '../read/review-workspace.js';
import { ReviewWorkspaceView, ClaimedAndObservedView } from './review.view.js';
import { ClaimedAndObserved } from '../read/claimed-and-observed.js';

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review')
export class ReviewsController {
  constructor(
    private readonly cases: ReviewQueue,
    private readonly submissions: Submissions,
    private readonly decideReview: DecideReview,
  ) {}

  /** List submissions under review. The worst first, or the longest waiting; without filters those that wait for a reviewer. */
  @GetPage('submissions', SubmissionRowView)
  list(@CurrentActor() actor: Actor, @Query() query: ReviewQueueQuery) {
    return this.cases.page(actor, query);
  }

  /** Get a submission for review. With its checks and evidence. */
  @GetData('submissions/:id', SubmissionView)
  get(@IdParam() id: string) {
    return this.submissions.forReview(id);
  }

  /** Decide on a submission. Approval publishes exactly the reviewed digest. */
  @PostData('submissions/:id/decide', SubmissionView)
  async decide(@CurrentActor() actor: Actor, @IdParam() submissionId: string, @Body() body: DecideSubmissionDto) {
    await this.decideReview.execute(actor, submissionId, body);
    return this.submissions.forReview(submissionId);
  }
}

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review')
export class ReviewCasesController {
  constructor(
    private readonly workspace: ReviewWorkspace,
    private readonly judgeSubmission: JudgeSubmission,
    private readonly recheckSubmission: RecheckSubmission,
  ) {}

  /**
   * Get the review workspace of a submission. The checklist with its evidence, who claimed the submission, and what
   * each decision still needs.
   */
  @GetData('submissions/:id/workspace', ReviewWorkspaceView)
  getWorkspace(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.workspace.of(actor, id);
  }

  /** Assess criteria of a submission. One or several; the newest assessment of each counts. */
  @WithoutStepUp('kept for the decision, which asks')
  @PostData('submissions/:id/judgements', ReviewWorkspaceView)
  @BodyLimit(LONG_TEXTS)
  async saveJudgements(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() body: JudgeSubmissionDto,
  ) {
    await this.judgeSubmission.execute(actor, submissionId, body);
    return this.workspace.of(actor, submissionId);
  }

  /** Run the checks of a submission again. Criteria whose evidence changes must be assessed again. */
  @WithoutStepUp('runs the same checks again, decides nothing')
  @PostData('submissions/:id/recheck', ReviewWorkspaceView)
  async recheck(@CurrentActor() actor: Actor, @IdParam() submissionId: string) {
    await this.recheckSubmission.execute({ actor, submissionId });
    return this.workspace.of(actor, submissionId);
  }
}

/** An author's Drives: the reviewer's view of a live one. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives')
export class AuthorObservedController {
  constructor(private readonly claimed: ClaimedAndObserved) {}

  /**
   * Compare what a Drive declares with what was observed. Declarations of the live version next to what checks and
   * installs showed.
   */
  @GetData(':driveId/observed', ClaimedAndObservedView)
  observed(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return this.claimed.of(actor, driveId);
  }
}

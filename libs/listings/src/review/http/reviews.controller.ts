import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { ChangeListingState } from '../../retirement/change-listing-state.js';
import { DecideReview } from '../decide-review.js';
import { Submissions } from '../../submissions/submissions.js';
import { ChangeListingStateDto, DecideSubmissionDto } from '../../listing/listings.dto.js';
import { ReviewQueue } from '../read/review-queue.js';
import { ReviewQueueQuery } from './review.dto.js';
import { ListingStateView, SubmissionRowView, SubmissionView } from '../../listing/listings.view.js';

@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review')
export class ReviewsController {
  constructor(
    private readonly cases: ReviewQueue,
    private readonly submissions: Submissions,
    private readonly decideReview: DecideReview,
    private readonly changeListingState: ChangeListingState,
  ) {}

  /** List submissions under review. The longest waiting first; without filters those that wait for a reviewer. */
  @Get('submissions')
  @ApiPage(SubmissionRowView)
  list(@CurrentActor() actor: Actor, @Query() query: ReviewQueueQuery): Promise<Page<SubmissionRowView>> {
    return this.cases.page(actor, query);
  }

  /** Get a submission for review. With its checks and evidence. */
  @Get('submissions/:id')
  @ApiData(SubmissionView)
  get(@IdParam() id: string): Promise<SubmissionView> {
    return this.submissions.forReview(id);
  }

  /** Decide on a submission. Approval publishes exactly the reviewed digest. */
  @Post('submissions/:id/decide')
  @ApiData(SubmissionView)
  async decide(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() body: DecideSubmissionDto,
  ): Promise<SubmissionView> {
    const { decision, reason, code, digest } = body;
    await this.decideReview.execute({ actor, submissionId, decision, reason, code, digest });
    return this.submissions.forReview(submissionId);
  }

  /** Change the state of a listing. Pauses or resumes it. Existing installs continue. */
  @Post('drives/:driveId/state')
  @RequireRole('reviewer', 'admin')
  @ApiData(ListingStateView)
  async changeState(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: ChangeListingStateDto,
  ): Promise<ListingStateView> {
    const state = await this.changeListingState.execute({ actor, driveId, to: body.to, reason: body.reason });
    return { drive_id: driveId, state };
  }
}

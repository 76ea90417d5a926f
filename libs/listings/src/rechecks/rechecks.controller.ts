import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { ApiData, IdParam } from '@portal/platform/http';
import { ReviewWorkspaceView } from '../review/http/review.view.js';
import { ReviewWorkspace } from '../review/read/review-workspace.js';
import { RecheckSubmission } from './recheck-submission.js';

/** Cases of reviewers: running the checks again. */
@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review')
export class RechecksController {
  constructor(
    private readonly workspace: ReviewWorkspace,
    private readonly recheckSubmission: RecheckSubmission,
  ) {}

  /** Run the checks of a submission again. Criteria whose evidence changes must be assessed again. */
  @WithoutStepUp('runs the same checks again, decides nothing')
  @Post('submissions/:id/recheck')
  @ApiData(ReviewWorkspaceView)
  async recheck(@CurrentActor() actor: Actor, @IdParam() submissionId: string): Promise<ReviewWorkspaceView> {
    await this.recheckSubmission.execute({ actor, submissionId });
    return this.workspace.of(actor, submissionId);
  }
}

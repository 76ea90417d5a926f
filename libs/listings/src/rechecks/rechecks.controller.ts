import {
  Controller,
  Headers,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Post,
  Sse,
  UseGuards,
  type MessageEvent,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { LiveFeed, streamGuard } from '@portal/platform/events';
import { ApiData } from '@portal/platform/http';
import { from, switchMap, type Observable } from 'rxjs';
import { ReviewWorkspaceView } from '../review/http/review.view.js';
import { ReviewWorkspace } from '../review/read/review-workspace.js';
import { RecheckSubmission } from './recheck-submission.js';
import { RechecksService } from './rechecks.service.js';

/** Cases of reviewers: running the checks again. */
@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review')
export class RechecksController {
  constructor(
    private readonly workspace: ReviewWorkspace,
    private readonly recheckSubmission: RecheckSubmission,
    private readonly rechecks: RechecksService,
    private readonly live: LiveFeed,
  ) {}

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
  @UseGuards(streamGuard(RechecksService, async (rechecks, id) => void (await rechecks.stream(id))))
  watchRecheck(
    @Param('id', ParseUUIDPipe) id: string,
    @Headers('last-event-id') lastEventId?: string,
  ): Observable<MessageEvent> {
    return from(this.rechecks.stream(id)).pipe(switchMap((stream) => this.live.sse(stream, lastEventId)));
  }
}

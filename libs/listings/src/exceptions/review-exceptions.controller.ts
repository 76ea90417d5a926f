import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { AcceptedView } from '../listing/listings.view.js';
import { EndExceptionDto, ProposeExceptionDto, ReviewExceptionsQuery } from '../review/http/review.dto.js';
import { ReviewExceptionView, ReviewWorkspaceView } from '../review/http/review.view.js';
import { ReviewExceptions } from '../review/read/review-exceptions.js';
import { ReviewWorkspace } from '../review/read/review-workspace.js';
import { ProposeException } from './propose-exception.js';
import { ReviewExceptionsService } from './review-exceptions.service.js';

/** Cases of reviewers: waiving a check. */
@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review')
export class ReviewExceptionsController {
  constructor(
    private readonly workspace: ReviewWorkspace,
    private readonly exceptions: ReviewExceptions,
    private readonly propose: ProposeException,
    private readonly service: ReviewExceptionsService,
  ) {}

  /** Propose a review exception. Waives a check for this Drive until a day. Another reviewer confirms it. */
  @Post('submissions/:id/exceptions')
  @ApiData(ReviewWorkspaceView)
  async proposeException(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() body: ProposeExceptionDto,
  ): Promise<ReviewWorkspaceView> {
    const { check_id: checkId, reason, ends_at: endsAt } = body;
    await this.propose.execute({ actor, submissionId, checkId, reason, endsAt: new Date(endsAt) });
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
  @ApiData(AcceptedView)
  async confirmException(@CurrentActor() actor: Actor, @IdParam() exceptionId: string): Promise<AcceptedView> {
    await this.service.confirm(actor, exceptionId);
    return { accepted: true };
  }

  /** End or reject a review exception. Before its last day, or while it is proposed. */
  @Post('exceptions/:id/end')
  @ApiData(AcceptedView)
  async endException(
    @CurrentActor() actor: Actor,
    @IdParam() exceptionId: string,
    @Body() body: EndExceptionDto,
  ): Promise<AcceptedView> {
    await this.service.end(actor, exceptionId, body.reason);
    return { accepted: true };
  }
}

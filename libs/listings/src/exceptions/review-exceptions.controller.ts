import { Body, Query } from '@nestjs/common';
import { ApprovalDetailView, ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetPage, PostData } from '@portal/platform/http';
import { AcceptedView } from '../listing/listings.view.js';
import { EndExceptionDto, ProposeExceptionDto, ReviewExceptionsQuery } from '../review/http/review.dto.js';
import { ReviewExceptionView } from '../review/http/review.view.js';
import { ReviewExceptions } from '../review/read/review-exceptions.js';
import { EndException } from './end-exception.js';
import { ProposeException } from './propose-exception.js';

/** Cases of reviewers: waiving a check. */
@RequireRole('reviewer')
@ApiController('review', 'api/v1/review')
export class ReviewExceptionsController {
  constructor(
    private readonly exceptions: ReviewExceptions,
    private readonly propose: ProposeException,
    private readonly end: EndException,
    private readonly read: ListApprovals,
  ) {}

  /** Propose a review exception. Waives a check for this Drive until a day. Another reviewer must approve it. */
  @PostData('submissions/:id/exceptions', ApprovalDetailView, { status: 201 })
  async proposeException(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() body: ProposeExceptionDto,
  ) {
    return this.read.get(actor, await this.propose.execute(actor, submissionId, body));
  }

  /** List review exceptions. In force and ended. */
  @GetPage('exceptions', ReviewExceptionView)
  async listExceptions(@Query() query: ReviewExceptionsQuery) {
    return { items: await this.exceptions.list(query.state ?? 'all'), next_cursor: null };
  }

  /** End a review exception. Before its last day. */
  @PostData('exceptions/:id/end', AcceptedView)
  async endException(@CurrentActor() actor: Actor, @IdParam() exceptionId: string, @Body() body: EndExceptionDto) {
    await this.end.execute(actor, exceptionId, body.reason);
    return { accepted: true };
  }
}

import { Body, Param, Req } from '@nestjs/common';
import {
  BypassRowSecurity,
  CurrentActor,
  Public,
  RequireRole,
  type Actor,
  type PortalRequest,
} from '@portal/platform/access';
import { ApiController, BodyLimit, GetPage, IdParam, PostData, SMALL_BODY } from '@portal/platform/http';
import { AcceptedView } from '../listing/listings.view.js';
import { ConcernsService } from './concerns.service.js';
import { CloseConcernDto, ConcernView, ReportConcernDto } from './concerns.view.js';
import { ConcernReads } from './read/concern-reads.js';

@Public()
@ApiController('public', 'api/public/catalogue/:slug/concerns')
export class ReportConcernController {
  constructor(private readonly concerns: ConcernsService) {}

  /** Report a concern about a plugin. Reviewers read it; the author does not. With an address, you get the outcome. */
  @PostData('', AcceptedView)
  @BodyLimit(SMALL_BODY)
  @BypassRowSecurity('whoever reports reads nothing; reviewers are notified')
  async report(@Param('slug') slug: string, @Body() concern: ReportConcernDto, @Req() { ip }: PortalRequest) {
    await this.concerns.report(slug, ip, concern);
    return { accepted: true };
  }
}

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review/concerns')
export class ReviewConcernsController {
  constructor(
    private readonly concerns: ConcernsService,
    private readonly reads: ConcernReads,
  ) {}

  /** List concerns about Drives. Open ones, the longest waiting first, then those closed in 28 days. */
  @GetPage('', ConcernView)
  async list(@CurrentActor() actor: Actor) {
    return { items: await this.reads.list(actor), next_cursor: null };
  }

  /** Close a concern. By who has claimed it, with an outcome and a reason, which go to the address that was left; it is deleted then. */
  @PostData(':id/close', AcceptedView)
  async close(@CurrentActor() actor: Actor, @IdParam() id: string, @Body() end: CloseConcernDto) {
    await this.concerns.close(actor, id, end);
    return { accepted: true };
  }
}

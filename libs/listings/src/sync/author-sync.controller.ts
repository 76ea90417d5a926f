import { CurrentActor, MemberMay, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, PostData } from '@portal/platform/http';
import { AcceptedView } from '../listing/listings.view.js';
import { RequestSync } from './request-sync.js';

/** An author's Drives: having one read again. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives')
export class AuthorSyncController {
  constructor(private readonly requestSync: RequestSync) {}

  /** Read the manifest of a Drive again. At once, instead of at the next poll. */
  @PostData(':driveId/sync', AcceptedView, { status: 202, description: 'The manifest is read again now' })
  @MemberMay('develop')
  async sync(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    await this.requestSync.execute({ actor, driveId });
    return { accepted: true };
  }
}

import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { assertNotRetired } from '../listing/assert-not-retired.js';
import type { ListingEntity } from '../listing/listing.entity.js';
import type { RevisionEntity } from '../listing/revision.entity.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { PublishRevision } from './publish-revision.js';

/** What an approval asks beside the criteria, and what it does: the revision goes live. The listing is locked. */
@Injectable()
export class ApproveRevision {
  constructor(
    private readonly accounts: AuthorAccounts,
    private readonly revisions: RevisionsRepository,
    private readonly publish: PublishRevision,
  ) {}

  /**
   * @throws AppError `author_suspended`, `review_outdated`, `price_missing`, `listing_fee_missing`, `listing_not_live`
   *   (409), `account_offboarding`, `account_terminated` (403)
   */
  async execute(
    tx: Tx,
    input: { actor: Actor; listing: ListingEntity; submission: SubmissionEntity; revision: RevisionEntity },
  ): Promise<void> {
    const { actor, listing, submission, revision } = input;
    assertNotRetired(listing);
    if (await this.accounts.isSuspended(tx, submission.orgId)) throw new AppError(listingsErrors.author_suspended);
    await this.accounts.assertStays(tx, submission.orgId);
    if (listing.liveRevisionId !== submission.baseRevisionId) throw new AppError(listingsErrors.review_outdated);
    const live = listing.liveRevisionId === null ? null : await this.revisions.byId(tx, listing.liveRevisionId);
    await this.publish.execute(tx, { actor, listing, live, revision, submissionId: submission.id });
  }
}

import { Injectable } from '@nestjs/common';
import { assertMay } from '@portal/approvals';
import { AuthorAccounts } from '@portal/authors';
import type { Actor } from '@portal/platform/access';
import { takeLock, type Tx } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { DRIVE_CAPABILITIES } from '../listing/domain/drive-capabilities.js';
import { namespacesOf, ownerOf } from '../listing/domain/route-namespaces.js';
import type { ListingEntity, RevisionEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { PublishRevision } from './publish-revision.js';

/**
 * The conditions of an approval besides the criteria, and its effect: the revision goes live. The listing is locked.
 */
@Injectable()
export class ApproveRevision {
  constructor(
    private readonly accounts: AuthorAccounts,
    private readonly listings: ListingsRepository,
    private readonly revisions: RevisionsRepository,
    private readonly publish: PublishRevision,
  ) {}

  /**
   * @throws AppError `author_suspended`, `review_outdated`, `route_namespace_taken`, `price_missing`, `listing_fee_missing`, `listing_not_live`
   *   (409), `account_offboarding`, `account_terminated` (403)
   */
  async execute(
    tx: Tx,
    input: { actor: Actor; listing: ListingEntity; submission: SubmissionEntity; revision: RevisionEntity },
  ): Promise<void> {
    const { actor, listing, submission, revision } = input;
    await assertMay(tx, DRIVE_CAPABILITIES, { id: listing.driveId, state: listing.state }, 'publish');
    await this.accounts.assertMay(tx, submission.orgId, 'publish');
    if (listing.liveRevisionId !== submission.baseRevisionId) throw listingsErrors.review_outdated();
    await this.assertOwnNamespaces(tx, listing.driveId, namespacesOf(revision.manifest));
    const live = listing.liveRevisionId === null ? null : await this.revisions.byId(tx, listing.liveRevisionId);
    await this.publish.execute(tx, { actor, listing, live, revision, submissionId: submission.id });
  }

  /** Another Drive may have gone live with them since the check of the submission, or be about to. */
  private async assertOwnNamespaces(tx: Tx, driveId: string, namespaces: readonly string[]): Promise<void> {
    if (namespaces.length > 0) await takeLock(tx, 'listings.route_namespaces');
    const others = await this.listings.namespacesOfOthers(tx, driveId, namespaces);
    const details = namespaces.flatMap((name) => {
      const owner = ownerOf(name, others);
      const message = `Pages below "/${name}" belong to ${owner}.`;
      return owner === null ? [] : [{ pointer: '/digest', code: 'namespace_taken', message }];
    });
    if (details.length > 0) throw listingsErrors.route_namespace_taken({ details });
  }
}

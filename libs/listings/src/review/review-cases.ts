import { Injectable } from '@nestjs/common';
import type { ManifestChange } from '@portal/contract';
import { invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import { diffRevisions } from '../listing/domain/revision-diff.js';
import type { ListingEntity, RevisionEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { RevisionsRepository } from '../listing/revisions.repository.js';
import type { SubmissionEntity } from '../submissions/submission.entity.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';

/** The case that a reviewer acts on: submission, listing and revision. */
@Injectable()
export class ReviewCases {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly revisions: RevisionsRepository,
  ) {}

  /** As it was before the transaction opens. @throws AppError `submission_not_found` (404) */
  async find(submissionId: string): Promise<SubmissionEntity> {
    const submission = await this.submissions.find(submissionId);
    if (!submission) throw listingsErrors.submission_not_found();
    return submission;
  }

  /**
   * The listing first, as in every other flow: two decisions and a sync never wait for each other crosswise.
   * @throws AppError `own_organization` (403)
   */
  async lock(
    tx: Tx,
    actor: Actor,
    { id, driveId }: { id: string; driveId: string },
  ): Promise<{ listing: ListingEntity; submission: SubmissionEntity }> {
    const listing = await this.listings.lock(tx, driveId);
    const submission = await this.submissions.lock(tx, id);
    invariant(listing && submission, 'a submission has a listing and is never removed');
    await this.submissions.assertStranger(tx, submission.orgId, actor.userId);
    return { listing, submission };
  }

  /**
   * Locks a submission that the reviewer may assess.
   * @throws AppError `submission_not_found` (404), `own_organization` (403), `review_not_open` (409)
   */
  async lockInReview(tx: Tx, actor: Actor, submissionId: string): Promise<SubmissionEntity> {
    const submission = await this.submissions.lock(tx, submissionId);
    if (!submission) throw listingsErrors.submission_not_found();
    await this.submissions.assertStranger(tx, submission.orgId, actor.userId);
    if (submission.state !== 'in_review') throw listingsErrors.review_not_open();
    return submission;
  }

  /** What is under review. @throws AppError `digest_mismatch` (409) when another revision was shown */
  async revision(tx: Tx, submission: SubmissionEntity, digest: string): Promise<RevisionEntity> {
    invariant(submission.revisionId, 'a submission in review has a revision');
    const revision = await this.revisions.byId(tx, submission.revisionId);
    if (revision.digest !== digest) throw listingsErrors.digest_mismatch();
    return revision;
  }

  /** Its changes against the revision that it would replace; none for a first version. */
  async changes(
    tx: Tx,
    { baseRevisionId }: Pick<SubmissionEntity, 'baseRevisionId'>,
    revision: RevisionEntity,
  ): Promise<ManifestChange[]> {
    return baseRevisionId === null ? [] : diffRevisions(await this.revisions.byId(tx, baseRevisionId), revision);
  }
}

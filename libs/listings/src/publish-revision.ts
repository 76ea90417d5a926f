import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, Outbox, type Actor, type Tx } from '@portal/platform';
import { pricedTier } from './domain/listing-checks.js';
import { TIER_CHECK } from './domain/review-case.js';
import { promptsInstalls } from './domain/sync-decision.js';
import { listingsErrors } from './errors.js';
import { ListingPublished, RevisionPublished, VersionPublished } from './events.js';
import type { ListingEntity } from './persistence/listing.entity.js';
import { ListingsRepository } from './persistence/listings.repository.js';
import type { RevisionEntity } from './persistence/revision.entity.js';
import { ReviewsRepository } from './persistence/reviews.repository.js';
import { Prices } from './read/prices.js';

/** Makes a revision the live one, in the transaction of whoever decided so. The listing is locked. */
@Injectable()
export class PublishRevision {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly prices: Prices,
    private readonly reviews: ReviewsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `price_missing` (409) */
  async execute(
    tx: Tx,
    input: {
      actor: Actor;
      listing: ListingEntity;
      live: RevisionEntity | null;
      revision: RevisionEntity;
      submissionId: string | null;
    },
  ): Promise<void> {
    const { actor, listing, live, revision, submissionId } = input;
    const { driveId } = listing;
    const { manifest, digest, version } = revision;
    const tier = pricedTier(manifest);
    // Two reviewers may list what has no price yet; it cannot be installed before there is one.
    const priced =
      tier === undefined
        ? await this.reviews.isExcepted(tx, driveId, TIER_CHECK)
        : tier === null || (await this.prices.current(tx, tier)) !== undefined;
    if (!priced) throw new AppError(listingsErrors.price_missing);
    const prompts = live !== null && promptsInstalls(live.manifest, manifest);
    await this.listings.publish(
      tx,
      { driveId, revisionId: revision.id, from: live?.id ?? null, submissionId, prompts },
      {
        name: manifest.name,
        tagline: manifest.tagline,
        category: manifest.category,
        motion: manifest.motion,
        tier: tier === undefined ? 'custom' : (tier ?? 'free'),
        digest,
      },
    );
    await this.outbox.emit(tx, RevisionPublished, { drive_id: driveId, revision_id: revision.id });
    if (live === null)
      await this.outbox.emit(tx, ListingPublished, { drive_id: driveId, revision_id: revision.id, digest });
    else if (prompts)
      await this.outbox.emit(tx, VersionPublished, {
        drive_id: driveId,
        from_revision_id: live.id,
        revision_id: revision.id,
        digest,
        version,
      });
    await this.audit.record(tx, {
      actor,
      action: live === null ? 'listing.published' : 'version.published',
      subjectType: 'drive',
      subjectId: driveId,
      before: { digest: live?.digest ?? null, version: live?.version ?? null },
      after: { digest, version, prompts },
    });
  }
}

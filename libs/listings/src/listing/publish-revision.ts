import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { pricedTier } from '../pricing/domain/priced-tier.js';
import { TIER_CHECK } from '../review/domain/review-case.js';
import { monthlyPlans } from '../pricing/domain/price-rule.js';
import { promptsInstalls } from './domain/version-bump.js';
import { listingsErrors } from '../errors.js';
import { ListingPublished, OriginChanged, RevisionPublished, VersionPublished } from '../events.js';
import { ListingTransitions } from './listing-transitions.js';
import type { ListingEntity } from './listing.entity.js';
import { CommercialChangesRepository } from '../pricing/commercial-changes.repository.js';
import { ListingsRepository } from './listings.repository.js';
import type { RevisionEntity } from './revision.entity.js';
import { ReviewsRepository } from '../review/reviews.repository.js';
import { CommercialTerms } from '../pricing/commercial-terms.js';
import { RecordRun } from '../conformance/record-run.js';

/** Makes a revision the live one, in the transaction of whoever decided so. The listing is locked. */
@Injectable()
export class PublishRevision {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly reviews: ReviewsRepository,
    private readonly terms: CommercialTerms,
    private readonly changes: CommercialChangesRepository,
    private readonly transitions: ListingTransitions,
    private readonly runs: RecordRun,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** What finance has to set before the revision may go live; undefined when it may. */
  async missing(
    tx: Tx,
    { id: revisionId, driveId, manifest }: Pick<RevisionEntity, 'id' | 'driveId' | 'manifest'>,
  ): Promise<'price_missing' | 'listing_fee_missing' | undefined> {
    const missing = await this.terms.missing(tx, { driveId, revisionId, manifest }, tx.now);
    if (missing === 'listing_fee') return 'listing_fee_missing';
    return missing === 'price' && !(await this.unpriced(tx, driveId, manifest)) ? 'price_missing' : undefined;
  }

  /** @throws AppError `price_missing`, `listing_fee_missing` (409) */
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
    const missing = await this.missing(tx, revision);
    if (missing) throw new AppError(listingsErrors[missing]);
    await this.changes.keepPlans(tx, revision.id, planPrices(manifest));
    const prompts = live !== null && promptsInstalls(live.manifest, manifest);
    await this.listings.publish(
      tx,
      { driveId, revisionId: revision.id, from: live?.id ?? null, submissionId, prompts },
      {
        name: manifest.name,
        tagline: manifest.tagline,
        category: manifest.category,
        motion: manifest.motion,
        tier:
          manifest.pricing.kind === 'tier' ? manifest.pricing.tier : planPrices(manifest).length > 0 ? null : 'free',
        digest,
      },
    );
    if (submissionId !== null) await this.runs.published(tx, driveId, submissionId);
    if (listing.state === 'unlisted') await this.transitions.moved(tx, { actor, listing, to: 'listed', reason: null });
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
    if (live !== null && live.origin !== revision.origin)
      await this.outbox.emit(tx, OriginChanged, {
        drive_id: driveId,
        revision_id: revision.id,
        from: live.origin,
        to: revision.origin,
      });
    await this.audit.record(tx, {
      actor,
      action: live === null ? 'listing.published' : 'version.published',
      subjectType: 'drive',
      subjectId: driveId,
      before: { digest: live?.digest ?? null, version: live?.version ?? null, origin: live?.origin ?? null },
      after: { digest, version, origin: revision.origin, prompts },
    });
  }

  /** Two reviewers may list what has no price yet; it cannot be installed before there is one. */
  private async unpriced(tx: Tx, driveId: string, manifest: CanonicalManifest): Promise<boolean> {
    return pricedTier(manifest) === undefined && (await this.reviews.isExcepted(tx, driveId, TIER_CHECK));
  }
}

function planPrices(manifest: CanonicalManifest): { plan: string; currency: string; amountMinor: bigint }[] {
  const currency = manifest.pricing.kind === 'plans' ? manifest.pricing.currency.toLowerCase() : 'usd';
  return monthlyPlans(manifest)
    .filter(({ priceCents }) => priceCents > 0)
    .map(({ id, priceCents }) => ({ plan: id, currency, amountMinor: BigInt(priceCents) }));
}

import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { versionStep } from '../listing/domain/version-bump.js';
import { OriginChanged, RevisionPublished, VersionPublished } from '../events.js';
import { ListingTransitions } from '../listing/listing-transitions.js';
import type { ListingEntity, RevisionEntity } from '../listing/listing.entity.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { highestPublished } from '../listing/read/highest-version.js';
import { RevisionPrices } from './revision-prices.js';
import { RecordRun } from '../conformance/record-run.js';

/** Makes a revision the live one, in the transaction of the decision. The listing is locked. */
@Injectable()
export class PublishRevision {
  constructor(
    private readonly listings: ListingsRepository,
    private readonly prices: RevisionPrices,
    private readonly transitions: ListingTransitions,
    private readonly runs: RecordRun,
  ) {}

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
    const { id: revisionId, manifest, digest, version, origin } = revision;
    const { name, tagline, category, motion } = manifest;
    const { tier } = await this.prices.settle(tx, revision);
    // Nobody is asked to go below what they run, and everybody runs what was published.
    const prompts = live !== null && versionStep(await highestPublished(tx, driveId), version) === 'raised';
    await this.listings.publish(
      tx,
      { driveId, revisionId, from: live?.id ?? null, submissionId, prompts },
      { name, tagline, category, motion, tier, digest },
    );
    if (submissionId !== null) await this.runs.published(tx, driveId, submissionId);
    if (listing.state === 'unlisted') await this.transitions.moved(tx, { actor, listing, to: 'listed', reason: null });
    const published = { drive_id: driveId, revision_id: revisionId };
    await tx.emit(RevisionPublished, published);
    if (live !== null && prompts)
      await tx.emit(VersionPublished, { ...published, from_revision_id: live.id, digest, version });
    if (live !== null && live.origin !== origin)
      await tx.emit(OriginChanged, { ...published, from: live.origin, to: origin });
    await tx.audit(actor, live === null ? 'listing.published' : 'version.published', ['drive', driveId], {
      before: { digest: live?.digest ?? null, version: live?.version ?? null, origin: live?.origin ?? null },
      after: { digest, version, origin, prompts },
    });
  }
}

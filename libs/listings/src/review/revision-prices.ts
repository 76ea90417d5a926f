import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { listingsErrors } from '../errors.js';
import type { RevisionEntity } from '../listing/listing.entity.js';
import { CommercialTerms } from '../pricing/commercial-terms.js';
import { isPaid, planPrices, pricedTier } from '../pricing/domain/price-rule.js';
import { TIER_CHECK } from './domain/review-case.js';
import { ReviewsRepository } from './reviews.repository.js';

/** Price of a revision once it goes live, and the terms to set before. The listing is locked. */
@Injectable()
export class RevisionPrices {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly terms: CommercialTerms,
  ) {}

  /** Terms that finance has to set before the revision may go live; undefined when it may. */
  async missing(
    tx: Tx,
    { id: revisionId, driveId, manifest }: Pick<RevisionEntity, 'id' | 'driveId' | 'manifest'>,
  ): Promise<'price_missing' | 'listing_fee_missing' | undefined> {
    const missing = await this.terms.missing(tx, { driveId, revisionId, manifest }, tx.now);
    if (missing === 'listing_fee') return 'listing_fee_missing';
    return missing === 'price' && !(await this.unpriced(tx, driveId, manifest)) ? 'price_missing' : undefined;
  }

  /**
   * Stores the prices of the revision's own plans; `tier` is that of its card, null with plans.
   * @throws AppError `price_missing`, `listing_fee_missing` (409)
   */
  async settle(tx: Tx, revision: RevisionEntity): Promise<{ tier: string | null }> {
    const missing = await this.missing(tx, revision);
    if (missing) throw new AppError(listingsErrors[missing]);
    const { pricing } = revision.manifest;
    const plans = planPrices(revision.manifest);
    for (const { plan, currency, amount_minor } of plans)
      await tx.query(
        `insert into listings.plan_prices (revision_id, plan, currency, amount_minor) values ($1, $2, $3, $4) on conflict do nothing`,
        [revision.id, plan, currency, amount_minor],
      );
    return { tier: pricing.kind === 'tier' ? pricing.tier : plans.some(isPaid) ? null : 'free' };
  }

  /** Two reviewers may list a Drive without a price; it cannot be installed before it has one. */
  private async unpriced(tx: Tx, driveId: string, manifest: CanonicalManifest): Promise<boolean> {
    return pricedTier(manifest) === undefined && (await this.reviews.isExcepted(tx, driveId, TIER_CHECK));
  }
}

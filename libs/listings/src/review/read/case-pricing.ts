import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { Database } from '@portal/platform/database';
import { CommercialTerms } from '../../pricing/commercial-terms.js';
import { pricedTier } from '../../pricing/domain/priced-tier.js';
import { Prices } from '../../pricing/prices.js';
import type { ReviewWorkspaceView } from '../http/review.view.js';
import { reviewedPricing } from './review-evidence.js';

/** Price of the manifest of a case by the price list, and whether it may go live with it. */
@Injectable()
export class CasePricing {
  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
    private readonly terms: CommercialTerms,
  ) {}

  async of(
    about: { driveId: string; revisionId: string | null; manifest: CanonicalManifest | null },
    now: Date,
  ): Promise<ReviewWorkspaceView['pricing']> {
    const { driveId, revisionId, manifest } = about;
    if (!manifest) return null;
    const tier = pricedTier(manifest);
    const price = tier ? await this.prices.current(this.database, tier) : undefined;
    const missing = revisionId
      ? await this.terms.missing(this.database, { driveId, revisionId, manifest }, now)
      : undefined;
    return reviewedPricing(manifest, price, missing === undefined);
  }
}

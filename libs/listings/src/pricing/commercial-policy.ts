import type { Queryable } from './prices.js';
import type { PriceSource } from './domain/price-rule.js';

/** General decisions of finance about prices. Implemented a level above, where policies are kept. */
export abstract class CommercialPolicy {
  abstract priceSource(q: Queryable, at: Date): Promise<PriceSource>;

  /** Days at the beginning of a tenant's first paid install of a Drive that cost nothing. */
  abstract trialDays(q: Queryable, at: Date): Promise<number>;

  /** Of 100 versions that nothing flagged, those that a reviewer sees. */
  abstract reviewSample(q: Queryable, at: Date): Promise<number>;

  /** Minor units per listing and month for authors who bill by themselves; undefined when finance has set none. */
  abstract listingFee(q: Queryable, currency: string, at: Date): Promise<bigint | undefined>;
}

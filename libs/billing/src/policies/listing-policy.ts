import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';
import { CommercialPolicy, type PriceSource } from '@portal/listings';
import { Policies } from './policies.js';

/** Implements the port of listings for finance's policies. */
@Injectable()
export class ListingPolicy extends CommercialPolicy {
  constructor(private readonly policies: Policies) {
    super();
  }

  priceSource(q: Queryable, at: Date): Promise<PriceSource> {
    return this.policies.at(q, 'price_source', at);
  }

  trialDays(q: Queryable, at: Date): Promise<number> {
    return this.policies.at(q, 'trial_days', at);
  }

  reviewSample(q: Queryable, at: Date): Promise<number> {
    return this.policies.at(q, 'review_sample', at);
  }

  async listingFee(q: Queryable, currency: string, at: Date): Promise<bigint | undefined> {
    const amount = (await this.policies.at(q, 'listing_fee', at))[currency];
    return amount === undefined ? undefined : BigInt(amount);
  }
}

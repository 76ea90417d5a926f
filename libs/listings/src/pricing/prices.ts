import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { pricedTier } from './domain/price-rule.js';
import type { PricesQuery, PriceView } from './pricing.view.js';

/** Who pays: any tenant, or one of the host's own network, which pays less for first-party Drives. */
export type Audience = 'open_market' | 'host_network';

export interface Price {
  priceId: string;
  tier: string;
  /** Minor units per install and month. */
  amountMinor: bigint;
  currency: string;
  /** Days at the beginning that cost nothing, for a tenant's first paid install of the Drive. */
  trialDays: number;
}

export interface PriceQuestion {
  /** Default usd. */
  currency?: string;
  /** Default open_market. */
  audience?: Audience;
  /** Business time; default now. */
  at?: Date;
}

/** A transaction, or the database. */
export interface Queryable {
  query<R>(sql: string, params?: unknown[]): Promise<R[]>;
}

export interface StoredPrice {
  id: string;
  amount_minor: string;
  currency: string;
}

/** Without a trial. */
export const priceOf = ({ id, amount_minor, currency }: StoredPrice, tier: string): Price => ({
  priceId: id,
  tier,
  amountMinor: BigInt(amount_minor),
  currency,
  trialDays: 0,
});

/** The host's price list. */
@Injectable()
export class Prices {
  constructor(private readonly database: Database) {}

  /** The price of a tier at one moment, without any trial; undefined when there is none. */
  async current(q: Queryable, tier: string, question: PriceQuestion = {}): Promise<Price | undefined> {
    const [row] = await q.query<StoredPrice>(
      `select id, amount_minor, currency from listings.prices
       where tier = $1 and currency = $2 and audience = $3 and tstzrange(valid_from, valid_to) @> coalesce($4, platform.portal_now())`,
      [tier, question.currency ?? 'usd', question.audience ?? 'open_market', question.at ?? null],
    );
    return row && priceOf(row, tier);
  }

  /** Of the tier of a manifest, on the open market at one moment; undefined where no tier has a price. */
  async ofManifest(q: Queryable, manifest: CanonicalManifest, at: Date): Promise<Price | undefined> {
    const tier = pricedTier(manifest);
    return typeof tier === 'string' ? this.current(q, tier, { at }) : undefined;
  }

  /** The list, newest first within a tier; `state` is relative to business time. */
  async list(query: PricesQuery = {}): Promise<PriceView[]> {
    const rows = await this.database.query<RowOf<Omit<PriceView, 'label'>, 'effective_at' | 'ended_at'>>(
      `select id, tier, audience, currency, amount_minor, valid_from as effective_at, valid_to as ended_at from listings.prices
       where ($1::text is null or tier = $1) and ($2::text is null or currency = $2)
         and ($3::text is null or $3 = case when valid_from > (select platform.portal_now()) then 'coming' when valid_to <= (select platform.portal_now()) then 'ended' else 'now' end)
       order by array_position(array['starter', 'standard', 'pro', 'premium', 'flagship'], tier), audience desc, currency, valid_from desc`,
      [query.tier ?? null, query.currency ?? null, query.state ?? null],
    );
    return rows.map((row) => ({
      ...isoDates(row),
      label: `${row.tier}, ${row.audience === 'open_market' ? 'open market' : 'host network'}`,
    }));
  }
}

import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CanonicalManifest, ManifestPlan } from '@portal/contract';
import { CommercialPolicy } from './commercial-policy.js';
import { priceRule, type BillingModel, type PriceRule } from './domain/price-rule.js';
import { priceOf, Prices, type Price, type PriceQuestion, type Queryable, type StoredPrice } from './prices.js';

/** Who bills for a Drive at an instant, and what was chosen for it. */
export interface Terms {
  model: BillingModel;
  /** In which the author pays the listing fee, where one is due. */
  feeCurrency: string | null;
  /** Plan of its manifest that the host sells. */
  plan: string | null;
}

interface Priced {
  driveId: string;
  revisionId: string;
  manifest: CanonicalManifest;
}

/** Terms that two people of finance approved for a Drive, and the resulting price of an install. */
@Injectable()
export class CommercialTerms {
  constructor(
    private readonly prices: Prices,
    @Optional() @Inject(CommercialPolicy) private readonly policy?: CommercialPolicy,
  ) {}

  async at(q: Queryable, driveId: string, at: Date): Promise<Terms> {
    const rows = await q.query<{ model: BillingModel | null; currency: string | null; plan: string | null }>(
      `select distinct on (kind) model, currency, plan from listings.commercial_changes where drive_id = $1
         and kind in ('billing_model', 'host_plan') and effective_from <= $2 order by kind, effective_from desc`,
      [driveId, at],
    );
    const [billing, chosen] = [rows.find(({ model }) => model !== null), rows.find(({ plan }) => plan !== null)];
    return {
      model: billing?.model ?? 'platform',
      feeCurrency: billing?.currency ?? null,
      plan: chosen?.plan ?? null,
    };
  }

  async rule(q: Queryable, { manifest }: Pick<Priced, 'manifest'>, { plan }: Terms, at: Date): Promise<PriceRule> {
    return priceRule(manifest, (await this.policy?.priceSource(q, at)) ?? 'plan', plan);
  }

  /**
   * Monthly price of an install; null when the host charges nothing, undefined when there is no price.
   * @param question.ventureId for prices that are agreed with each venture
   * @param question.beforehand also the price of a plan if the revision were published; such a price has no id yet
   */
  async price(
    q: Queryable,
    priced: Priced,
    question: PriceQuestion & { at: Date; ventureId?: string; beforehand?: boolean },
  ): Promise<Price | null | undefined> {
    const terms = await this.at(q, priced.driveId, question.at);
    const { model } = terms;
    if (model === 'author_billing') return null;
    const rule = await this.rule(q, priced, terms, question.at);
    switch (rule.kind) {
      case 'free':
        return null;
      case 'unknown':
        return undefined;
      case 'tier': {
        // The host's own tenants pay less only for the host's own Drives.
        const audience = model === 'first_party' ? (question.audience ?? 'open_market') : 'open_market';
        return this.onTrial(q, await this.prices.current(q, rule.tier, { ...question, audience }), question.at);
      }
      case 'plan':
        return this.onTrial(
          q,
          (await this.planPrice(q, priced.revisionId, rule.plan.id, question)) ??
            (question.beforehand === true && rule.currency === (question.currency ?? 'usd')
              ? unwritten(rule.plan, rule.currency)
              : undefined),
          question.at,
        );
      case 'agreed':
        return question.ventureId === undefined
          ? undefined
          : this.agreed(q, priced.driveId, question.ventureId, question);
    }
  }

  /**
   * Undefined when a revision may go live; else the terms that finance has to set first. A Drive with agreed prices may
   * go live once one is agreed.
   */
  async missing(q: Queryable, priced: Priced, at: Date): Promise<'price' | 'listing_fee' | undefined> {
    const terms = await this.at(q, priced.driveId, at);
    if (terms.model === 'author_billing') {
      const fee = await this.policy?.listingFee(q, terms.feeCurrency ?? 'usd', at);
      return fee === undefined ? 'listing_fee' : undefined;
    }
    const rule = await this.rule(q, priced, terms, at);
    if (rule.kind === 'unknown') return 'price';
    if (rule.kind === 'agreed') return (await this.anyAgreed(q, priced.driveId, at)) ? undefined : 'price';
    if (rule.kind === 'plan') {
      const sql = 'select from stripe_gateway.settles($1) as settles where settles';
      return (await q.query(sql, [rule.currency])).length > 0 ? undefined : 'price';
    }
    if (rule.kind !== 'tier') return undefined;
    const audiences =
      terms.model === 'first_party' ? (['open_market', 'host_network'] as const) : (['open_market'] as const);
    for (const audience of audiences) if (!(await this.prices.current(q, rule.tier, { audience, at }))) return 'price';
    return undefined;
  }

  /** With the trial that finance grants then. A price agreed with a venture is the only one for it. */
  private async onTrial(q: Queryable, price: Price | undefined, at: Date): Promise<Price | undefined> {
    return price && { ...price, trialDays: (await this.policy?.trialDays(q, at)) ?? 0 };
  }

  private async planPrice(
    q: Queryable,
    revisionId: string,
    plan: string,
    { currency }: PriceQuestion,
  ): Promise<Price | undefined> {
    const [row] = await q.query<StoredPrice>(
      'select id, amount_minor, currency from listings.plan_prices where revision_id = $1 and plan = $2 and currency = $3',
      [revisionId, plan, currency ?? 'usd'],
    );
    return row && priceOf(row, plan);
  }

  private async agreed(
    q: Queryable,
    driveId: string,
    ventureId: string,
    { currency, at }: PriceQuestion,
  ): Promise<Price | undefined> {
    const [row] = await q.query<StoredPrice>(
      `select id, amount_minor, currency from listings.commercial_changes where drive_id = $1 and venture_id = $2 and kind = 'agreed_price'
         and currency = $3 and effective_from <= $4 order by effective_from desc limit 1`,
      [driveId, ventureId, currency ?? 'usd', at],
    );
    return row && priceOf(row, 'custom');
  }

  private async anyAgreed(q: Queryable, driveId: string, at: Date): Promise<boolean> {
    const rows = await q.query(
      `select 1 from listings.commercial_changes where drive_id = $1 and kind = 'agreed_price' and effective_from <= $2 limit 1`,
      [driveId, at],
    );
    return rows.length > 0;
  }
}

/** As publishing writes it down. */
const unwritten = ({ id, priceCents }: ManifestPlan, currency: string): Price =>
  priceOf({ id: '', amount_minor: String(priceCents), currency }, id);

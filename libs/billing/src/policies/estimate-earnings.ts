import { Injectable } from '@nestjs/common';
import { PRICED_TIERS, Prices } from '@portal/listings';
import { required } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { divideHalfUp } from '../domain/divide-half-up.js';
import { billingErrors } from '../errors.js';
import { sharePartsView, type EarningsEstimateView } from './revenue-share-overrides.view.js';

/** Estimates what installs of a price tier earn in a month, at the current price and the author's current share. */
@Injectable()
export class EstimateEarnings {
  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
  ) {}

  /**
   * Every install is charged for the same part of the month, each rounded half up as in a close.
   * @param orgId null: at the standard share
   * @param monthPercent 1 to 100
   * @throws AppError `tier_price_not_found` (404)
   */
  async execute(
    orgId: string | null,
    { tier, installs, monthPercent }: { tier: (typeof PRICED_TIERS)[number]; installs: number; monthPercent: number },
  ): Promise<EarningsEstimateView> {
    const price = required(await this.prices.current(this.database, tier), billingErrors.tier_price_not_found);
    const [share] = await this.database.query<{ author_bps: number }>(
      `select author_bps from billing.split_rules
       where drive_id is null and (org_id = $1 or org_id is null) and tstzrange(valid_from, valid_to) @> (select platform.portal_now())
       order by org_id is null limit 1`,
      [orgId],
    );
    const grossMinor = BigInt(installs) * divideHalfUp(price.amountMinor * BigInt(monthPercent), 100n);
    return {
      currency: price.currency,
      price_minor: String(price.amountMinor),
      gross_minor: String(grossMinor),
      share: sharePartsView(grossMinor, share!.author_bps),
    };
  }
}

import { Injectable } from '@nestjs/common';
import { PAYABLE_COUNTRIES } from '@portal/authors';
import { Clock } from '@portal/kernel';
import { Prices } from '@portal/listings';
import { Database } from '@portal/platform/database';
import type { AmountByCurrency } from './domain/policy-definition.js';
import { Policies } from './policies.js';
import { sharePartsView } from './revenue-share-overrides.view.js';
import type { SellerTermsView } from './seller-terms.view.js';

const byCurrency = (of: AmountByCurrency): SellerTermsView['listing_fee'] =>
  Object.entries(of).map(([currency, amount]) => ({ currency, amount_minor: amount }));

/** What everybody may know before applying: prices, shares and payouts by the policies in force. */
@Injectable()
export class SellerTerms {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly prices: Prices,
    private readonly policies: Policies,
  ) {}

  async view(): Promise<SellerTermsView> {
    const at = this.clock.now();
    const share = await this.policies.at(this.database, 'author_share', at);
    const list = await this.prices.list({ currency: 'usd', state: 'now' });
    return {
      author_basis_points: share.basis_points,
      prices: list
        .filter(({ audience }) => audience === 'open_market')
        .map(({ tier, currency, amount_minor: amount }) => ({
          tier,
          currency,
          amount_minor: amount,
          share: sharePartsView(BigInt(amount), share.basis_points),
        })),
      payout_minimum: byCurrency((await this.policies.at(this.database, 'payout_minimum', at)).by_currency),
      payout_approvals: await this.policies.at(this.database, 'payout_approvals', at),
      listing_fee: byCurrency(await this.policies.at(this.database, 'listing_fee', at)),
      countries: [...PAYABLE_COUNTRIES],
    };
  }
}

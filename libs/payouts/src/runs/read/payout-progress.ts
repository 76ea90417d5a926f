import { Injectable } from '@nestjs/common';
import { AuthorProgress } from '@portal/authors';
import { PayoutAccountQuery } from '../../accounts/payout-account.js';

/** Tells the author's list of next steps whether payouts are set up. */
@Injectable()
export class PayoutProgress extends AuthorProgress {
  constructor(private readonly account: PayoutAccountQuery) {
    super();
  }

  async of(orgId: string): Promise<{ manifestSubmitted: boolean | null; payoutsReady: boolean | null }> {
    return {
      manifestSubmitted: null,
      payoutsReady: ['ready', 'cooling_down'].includes((await this.account.ofOrg(orgId)).state),
    };
  }
}

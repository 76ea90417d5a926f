import { Injectable } from '@nestjs/common';
import { AuthorProgress } from '@portal/authors';
import { PayoutAccountQuery } from '../../accounts/payout-account.js';

/** Whether payouts are set up, for the author's list of next steps. */
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

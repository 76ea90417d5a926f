import { Injectable } from '@nestjs/common';
import { AuthorProgress } from '@portal/authors';
import { Database } from '@portal/platform/database';
import { PayoutAccountQuery } from '../../accounts/payout-account.js';

/** Whether every Drive has a submission and payouts are set up, for the author's list of next steps. */
@Injectable()
export class PayoutProgress extends AuthorProgress {
  constructor(
    private readonly database: Database,
    private readonly account: PayoutAccountQuery,
  ) {
    super();
  }

  async of(orgId: string): Promise<{ manifestSubmitted: boolean; payoutsReady: boolean }> {
    const [row] = await this.database.query<{ submitted: boolean }>(
      `select not exists (select from authors.drive_reservations d where d.org_id = $1
         and not exists (select from listings.submissions s where s.drive_id = d.id)) as submitted`,
      [orgId],
    );
    return {
      manifestSubmitted: row!.submitted,
      payoutsReady: ['ready', 'cooling_down'].includes((await this.account.ofOrg(orgId)).state),
    };
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform';
import type { PayoutAccountView, PayoutRequirementView } from '../http/payouts.view.js';

@Injectable()
export class PayoutAccountQuery {
  constructor(private readonly database: Database) {}

  async ofOrg(orgId: string): Promise<PayoutAccountView> {
    const [row] = await this.database.query<{
      state: string;
      country: string;
      requirements: PayoutRequirementView[];
      checked_at: Date | null;
    }>(
      `select state, country, requirements, checked_at from payouts.payout_accounts where org_id = $1 and state <> 'closed'`,
      [orgId],
    );
    if (!row) return { state: 'none', country: null, requirements: [], checked_at: null };
    return {
      state: row.state === 'creating' ? 'incomplete' : row.state,
      country: row.country,
      requirements: row.requirements,
      checked_at: row.checked_at?.toISOString() ?? null,
    };
  }
}

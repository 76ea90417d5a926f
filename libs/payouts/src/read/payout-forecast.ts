import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import { Database } from '@portal/platform';
import { planPayout, REASON_TEXT } from '../domain/plan-payout.js';
import { PayoutAccountQuery } from './payout-account.js';

/** What would be paid if a run were prepared now. Amounts in minor units as decimal text. */
export interface NextPayout {
  /** `YYYY-MM`: the first month without a run. */
  month: string;
  amount_minor: string;
  kept_minor: string;
  reason: string;
  reason_text: string;
}

/** The next payout of one author and currency, by the same rule that runs use. */
@Injectable()
export class PayoutForecast {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly accounts: PayoutAccountQuery,
  ) {}

  async of(orgId: string, currency: string): Promise<NextPayout> {
    const [balanceMinor, account, [next]] = await Promise.all([
      this.ledger.balance(this.database, { code: 'author_payable', ownerId: orgId, currency }),
      this.accounts.ofOrg(orgId),
      this.database.query<{ month: string; minimum: string; multiple: number }>(
        `select to_char(coalesce((select (max(r.month) || '-01')::date + interval '1 month' from payouts.payout_runs r where r.state <> 'cancelled'),
             platform.portal_now() at time zone 'UTC'), 'YYYY-MM') as month,
           coalesce((select c.min_payout from ledger.currency c where c.code = $1), 1)::text as minimum,
           coalesce((select c.payout_multiple from ledger.currency c where c.code = $1), 1) as multiple`,
        [currency],
      ),
    ]);
    const plan = planPayout({
      balanceMinor,
      minimumMinor: BigInt(next!.minimum),
      multipleMinor: BigInt(next!.multiple),
      account: account.state === 'none' ? 'none' : account.state === 'ready' ? 'ready' : 'not_ready',
    });
    return {
      month: next!.month,
      amount_minor: plan.amountMinor.toString(),
      kept_minor: plan.carryMinor.toString(),
      reason: plan.reason,
      reason_text: REASON_TEXT[plan.reason],
    };
  }
}

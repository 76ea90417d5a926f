import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { UnpaidDescription } from '../domain/unpaid.js';
import { nextRun } from './next-run.js';
import { Unpaid } from './unpaid.js';

/** What a run would pay if it were prepared now. Amounts in minor units as decimal text. */
export interface NextPayout {
  /** `YYYY-MM`: month of the next run. */
  month: string;
  /** `YYYY-MM-DD`, UTC: earliest preparation of that run. Today when the month is over. */
  earliest_on: string;
  amount_minor: string;
  /** Amount that holds would withhold. */
  held_minor: string;
  kept_minor: string;
  reason: string;
  reason_text: string;
  /** Every unpaid amount with its reason and date. */
  unpaid: UnpaidDescription[];
}

/** Not withheld: not owed yet, in the next run, or on its way. */
const GOES_ON: ReadonlySet<string> = new Set([
  'awaiting_payment',
  'next_run',
  'in_payout',
  'outcome_unknown',
  'disputed',
]);

/** The next payout of one author and currency, by the rules of a run. */
@Injectable()
export class PayoutForecast {
  constructor(
    private readonly database: Database,
    private readonly unpaid: Unpaid,
  ) {}

  async of(orgId: string, currency: string): Promise<NextPayout> {
    const [next, all] = await Promise.all([nextRun(this.database), this.unpaid.of(orgId)]);
    const mine = all.find((one) => one.currency === currency);
    const kept = (mine?.parts ?? []).filter((part) => !GOES_ON.has(part.reason));
    const why = kept[0] ?? mine?.parts[0];
    return {
      month: next.month,
      earliest_on: next.at.toISOString().slice(0, 10),
      amount_minor: mine?.next_payout_minor ?? '0',
      held_minor: mine?.next_held_minor ?? '0',
      kept_minor: kept.reduce((sum, part) => sum + BigInt(part.amount_minor), 0n).toString(),
      reason: why?.reason ?? 'nothing_owed',
      reason_text: why?.reason_text ?? 'Nothing is owed.',
      unpaid: mine?.parts ?? [],
    };
  }
}

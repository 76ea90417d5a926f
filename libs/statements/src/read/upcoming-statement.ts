import { Injectable } from '@nestjs/common';
import type { NextPayout } from '@portal/payouts';
import { bypassRowSecurity } from '@portal/platform/database';
import type { StatementDocument } from '@portal/statement-proof';
import { monthAfter } from '../domain/month-after.js';
import { RunWindows, type RunWindow } from './run-windows.js';
import { StatementSource, type StatementBasis, type StatementKey } from './statement-source.js';

/** Greater than every transaction id: the range is open. */
export const EVERYTHING = '9223372036854775807';
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** The statement of a month as if its run were prepared now. */
@Injectable()
export class UpcomingStatement {
  constructor(
    private readonly windows: RunWindows,
    private readonly source: StatementSource,
  ) {}

  /**
   * Composed from the same postings by the same rules as the later statement, with `plan` as its outcome. Undefined
   * when the month's run is not the next one, because current postings then belong to another statement.
   */
  async of(key: StatementKey, month: string, plan: NextPayout): Promise<Omit<StatementDocument, 'proof'> | undefined> {
    const windows = await bypassRowSecurity(() => this.windows.all());
    if (month !== monthToCount(windows, plan.month)) return undefined;
    const [last] = windows;
    const run: RunWindow = {
      runId: NO_RUN,
      month,
      afterTx: last?.cutoffTx ?? '0',
      cutoffTx: EVERYTHING,
      previousRunId: last?.runId ?? null,
      sealedTx: null,
    };
    const [document] = await this.source.documents(run, [{ key, basis: basisOf(plan) }]);
    return document;
  }
}

/** Month of the first run whose postings are not counted yet. */
function monthToCount(windows: readonly RunWindow[], next: string): string {
  if (windows.every(({ month }) => month !== next)) return next;
  return monthAfter(windows.reduce((latest, { month }) => (month > latest ? month : latest), next));
}

function basisOf(plan: NextPayout): StatementBasis {
  return {
    id: NO_RUN,
    payoutId: null,
    facts: {
      author_name: '',
      exponent: 2,
      paid_minor: plan.amount_minor,
      held_minor: plan.held_minor,
      reserve_minor: '0',
      disputed_minor: '0',
      outcome: 'open',
      reason: plan.reason,
      reason_text: plan.reason_text,
      transfer_id: null,
      settled_at: null,
      unpaid: [],
      self_billing_number: null,
    },
  };
}

import { Injectable } from '@nestjs/common';
import { Unpaid } from '@portal/payouts';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { earningsCard } from '../domain/earnings-card.js';
import { monthAfter } from '../domain/month-after.js';
import type { EarningsView } from '../http/statements.view.js';
import { lineView } from '../http/view-statement.js';
import { ALL_RUNS, type RunWindow } from './run-windows.js';
import { StatementSource, type StatementKey } from './statement-source.js';
import { Statements } from './statements.js';

/** Greater than every transaction id: the range is open. */
const EVERYTHING = '9223372036854775807';
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** What one author earned in a period and currency, and how it became a payout: the amounts of the statement. */
@Injectable()
export class Earnings {
  constructor(
    private readonly statements: Statements,
    private readonly source: StatementSource,
    private readonly unpaid: Unpaid,
    private readonly database: Database,
  ) {}

  /** `month` defaults to the last closed one, `currency` to the first one with data. */
  async get(orgId: string, wanted?: string, currency?: string): Promise<EarningsView> {
    const { month: closed, currencies: used, windows } = await this.known(orgId);
    const month = wanted ?? closed;
    const chosen = currency ?? used[0] ?? 'usd';
    const key = { orgId, currency: chosen };
    const statement = await this.statements.ofMonth(windows, key, month);
    const { document, isCounted } = statement
      ? { document: statement, isCounted: true }
      : await this.open(windows, key, month);
    const card = isCounted ? earningsCard(document, { isOpen: statement === undefined }) : [];
    return {
      month,
      currency: chosen,
      currencies: [...new Set([...used, chosen])].sort(),
      earned_minor: isCounted ? document.statement.earned_minor : '0',
      transfer_id: document.statement.transfer_id,
      waterfall: card.map(({ amountMinor, fromMinor, toMinor, ...step }) => ({
        ...step,
        amount_minor: amountMinor.toString(),
        from_minor: fromMinor.toString(),
        to_minor: toMinor.toString(),
      })),
      statement_id: statement?.statement.id ?? null,
      lines: [...document.lines, ...document.pending].map(lineView),
    };
  }

  /**
   * The statement of a month without a run, composed from the same bookings by the same rules, with the forecast of the
   * next run as its outcome. Not counted when another month's run is next, on whose statement the bookings will be.
   */
  private async open(windows: readonly RunWindow[], key: StatementKey, month: string) {
    const next = await this.unpaid.next(key.orgId);
    const latest = windows.reduce((last, one) => (one.month > last ? one.month : last), next.month);
    const isPrepared = windows.some((one) => one.month === next.month);
    const isCounted = month === (isPrepared ? monthAfter(latest) : next.month);
    const [last] = windows;
    const plan = next.plans.get(key.currency);
    const run = {
      runId: NO_RUN,
      month,
      afterTx: isCounted ? (last?.cutoffTx ?? '0') : EVERYTHING,
      cutoffTx: EVERYTHING,
      previousRunId: last?.runId ?? null,
      waiting: null,
    };
    const facts = {
      ...{
        author_name: '',
        exponent: 2,
        reserve_minor: '0',
        disputed_minor: '0',
        outcome: 'open' as const,
        unpaid: [],
      },
      ...{ reason: '', reason_text: '', transfer_id: null, settled_at: null, self_billing_number: null },
      paid_minor: String(plan?.amountMinor ?? 0),
      held_minor: String(plan?.heldMinor ?? 0),
    };
    const [document] = await this.source.documents([{ run, key, basis: { id: NO_RUN, payoutId: null, facts } }]);
    return { document: document!, isCounted };
  }

  /** The last closed month, the current one when none is, the currencies in which the author has accounts, and all runs. */
  private async known(orgId: string) {
    const [row] = await bypassRowSecurity(() =>
      this.database.query<{ month: string; currencies: string[]; windows: RunWindow[] }>(
        `select to_char(coalesce((select max(month)::timestamp from billing.periods where state = 'closed'), platform.portal_now() at time zone 'UTC'), 'YYYY-MM') as month,
           array(select distinct currency::text from ledger.ledger_account where owner_id = $1 and code in ('author_payable', 'author_pending') order by 1) as currencies,
           coalesce((select json_agg(w) from (${ALL_RUNS}) w), '[]') as windows`,
        [orgId],
      ),
    );
    return row!;
  }
}

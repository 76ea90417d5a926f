import { Injectable } from '@nestjs/common';
import { nextRun, Unpaid } from '@portal/payouts';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { earningsCard } from '../domain/earnings-card.js';
import { monthAfter } from '../domain/month-after.js';
import type { EarningsView } from '../http/statements.view.js';
import { lineView } from '../http/view-statement.js';
import { RunWindows } from './run-windows.js';
import { StatementSource } from './statement-source.js';
import { Statements } from './statements.js';

/** Greater than every transaction id: the range is open. */
const EVERYTHING = '9223372036854775807';
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** What one author earned in a period and currency, and how it became a payout: the amounts of the statement. */
@Injectable()
export class Earnings {
  constructor(
    private readonly statements: Statements,
    private readonly windows: RunWindows,
    private readonly source: StatementSource,
    private readonly unpaid: Unpaid,
    private readonly database: Database,
  ) {}

  /** `month` defaults to the last closed one, `currency` to the first one with data. */
  async get(orgId: string, wanted?: string, currency?: string): Promise<EarningsView> {
    const month = wanted ?? (await this.lastClosed());
    const used = await this.currencies(orgId);
    const chosen = currency ?? used[0] ?? 'usd';
    const statement = await this.statements.ofMonth(orgId, month, chosen);
    const { document, isCounted } = statement
      ? { document: statement, isCounted: true }
      : await this.open(orgId, month, chosen);
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
  private async open(orgId: string, month: string, currency: string) {
    const [windows, next, forecasts] = await Promise.all([
      bypassRowSecurity(() => this.windows.all()),
      nextRun(this.database),
      this.unpaid.of(orgId),
    ]);
    const latest = windows.reduce((last, one) => (one.month > last ? one.month : last), next.month);
    const isPrepared = windows.some((one) => one.month === next.month);
    const isCounted = month === (isPrepared ? monthAfter(latest) : next.month);
    const [last] = windows;
    const forecast = forecasts.find((one) => one.currency === currency);
    const [document] = await this.source.documents(
      {
        runId: NO_RUN,
        month,
        afterTx: isCounted ? (last?.cutoffTx ?? '0') : EVERYTHING,
        cutoffTx: EVERYTHING,
        previousRunId: last?.runId ?? null,
        waiting: null,
      },
      [
        {
          key: { orgId, currency },
          basis: {
            id: NO_RUN,
            payoutId: null,
            facts: {
              ...{ author_name: '', exponent: 2, reserve_minor: '0', disputed_minor: '0', outcome: 'open', unpaid: [] },
              ...{ reason: '', reason_text: '', transfer_id: null, settled_at: null, self_billing_number: null },
              paid_minor: forecast?.next_payout_minor ?? '0',
              held_minor: forecast?.next_held_minor ?? '0',
            },
          },
        },
      ],
    );
    return { document: document!, isCounted };
  }

  /** The current month when none is closed yet. */
  private async lastClosed(): Promise<string> {
    return (await this.database.value<string>(
      `select to_char(coalesce((select max(month)::timestamp from billing.periods where state = 'closed'), platform.portal_now() at time zone 'UTC'), 'YYYY-MM') as month`,
    ))!;
  }

  private async currencies(orgId: string): Promise<string[]> {
    const rows = await this.database.query<{ currency: string }>(
      `select distinct currency from ledger.ledger_account where owner_id = $1 and code in ('author_payable', 'author_pending') order by 1`,
      [orgId],
    );
    return rows.map((row) => row.currency);
  }
}

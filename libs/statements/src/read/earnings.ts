import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { Ledger } from '@portal/ledger';
import { PayoutForecast } from '@portal/payouts';
import { Database } from '@portal/platform/database';
import type { StatementDocument, StatementLine } from '@portal/statement-proof';
import { waterfallOf, type WaterfallAmounts } from '../domain/waterfall.js';
import { statementLine } from '../domain/compose-statement.js';
import type { WaterfallStepView, EarningsView } from '../http/statements.view.js';
import { lineView } from '../http/view-statement.js';
import { WrittenOff } from './written-off.js';
import { Statements } from './statements.js';
import { EVERYTHING, UpcomingStatement } from './upcoming-statement.js';

/** An author's earnings from one month's installs in one currency, and how they became a payout. */
@Injectable()
export class Earnings {
  constructor(
    private readonly billing: Billing,
    private readonly ledger: Ledger,
    private readonly statements: Statements,
    private readonly upcoming: UpcomingStatement,
    private readonly writtenOff: WrittenOff,
    private readonly forecasts: PayoutForecast,
    private readonly database: Database,
  ) {}

  /** `month` defaults to the last closed one, `currency` to the first one with data. */
  async get(orgId: string, wanted?: string, currency?: string): Promise<EarningsView> {
    const month = wanted ?? (await this.lastClosed());
    const [all, currencies] = await Promise.all([this.billing.linesOfAuthor(orgId, month), this.currencies(orgId)]);
    const used = [...new Set([...all.map((line) => line.currency), ...currencies])].sort();
    const chosen = currency ?? used[0] ?? 'usd';
    const own = all.filter((line) => line.currency === chosen);
    const lines = own.map((line) => statementLine(line, line.paid ? line.invoiceId : null));
    const [available, statement, forecast] = await Promise.all([
      this.ledger.balance(this.database, { code: 'author_payable', ownerId: orgId, currency: chosen }),
      this.statements.ofMonth(orgId, month, chosen),
      this.forecasts.of(orgId, chosen),
    ]);
    const pending = lines.filter((line) => line.payment_tx === null);
    const lost = await this.givenUpOf(orgId, own, pending, EVERYTHING);
    const amounts = statement
      ? amountsOf(lines, statement, {
          counted: true,
          givenUp: await this.givenUpOf(orgId, own, statement.pending, statement.statement.cutoff_tx),
        })
      : soFar(lines, pending, lost, await this.upcoming.of({ orgId, currency: chosen }, month, forecast));
    const waterfall = waterfallOf(amounts);
    return {
      month,
      currency: chosen,
      currencies: used.length === 0 ? [chosen] : used,
      gross_minor: amounts.charged.toString(),
      platform_minor: amounts.platform.toString(),
      share_minor: sum(lines, 'author_minor').toString(),
      pending_minor: (sum(pending, 'author_minor') - lost).toString(),
      written_off_minor: lost.toString(),
      earned_minor: waterfall.find(({ code }) => code === 'earned')!.amountMinor.toString(),
      available_minor: available.toString(),
      waterfall: waterfall.map((step): WaterfallStepView => ({
        code: step.code,
        label: step.label,
        kind: step.kind,
        amount_minor: step.amountMinor.toString(),
        from_minor: step.fromMinor.toString(),
        to_minor: step.toMinor.toString(),
      })),
      forecast,
      statement_id: statement?.statement.id ?? null,
      lines: lines.map(lineView),
    };
  }

  private async givenUpOf(
    orgId: string,
    lines: Awaited<ReturnType<Billing['linesOfAuthor']>>,
    unpaid: readonly StatementLine[],
    upTo: string,
  ): Promise<bigint> {
    const ids = new Set(unpaid.map((line) => line.line_id));
    const lost = await this.writtenOff.of(
      orgId,
      lines.filter(({ lineId }) => ids.has(lineId)),
      upTo,
    );
    return [...lost.values()].reduce((total, amount) => total + amount, 0n);
  }

  /** The current month when none is closed yet. */
  private async lastClosed(): Promise<string> {
    return (await this.database.value<string>(
      `select to_char(coalesce((select max(month)::timestamp from billing.periods where state = 'closed'), platform.portal_now() at time zone 'UTC'), 'YYYY-MM') as month`,
    ))!;
  }

  private async currencies(orgId: string): Promise<string[]> {
    const rows = await this.database.query<{ currency: string }>(
      `select distinct currency from ledger.ledger_account where owner_id = $1 and code in ('author_payable', 'author_pending')`,
      [orgId],
    );
    return rows.map((row) => row.currency);
  }
}

function sum(lines: readonly StatementLine[], column: 'author_minor' | 'gross_minor' | 'platform_minor'): bigint {
  return lines.reduce((total, line) => total + BigInt(line[column]), 0n);
}

/**
 * Amounts of a month that is part of a run, or of the next one (`counted` false). `ofMonth`: all lines of the month.
 */
function amountsOf(
  ofMonth: readonly StatementLine[],
  { statement: s, lines, pending }: Omit<StatementDocument, 'proof'>,
  { counted, givenUp }: { counted: boolean; givenUp: bigint },
): WaterfallAmounts {
  const here = [...lines.filter((line) => line.month === s.month), ...pending];
  return {
    charged: sum(ofMonth, 'gross_minor'),
    platform: sum(ofMonth, 'platform_minor'),
    pending: BigInt(s.pending_minor) - givenUp,
    givenUp,
    elsewhere: sum(ofMonth, 'author_minor') - sum(here, 'author_minor'),
    earlier: BigInt(s.earned_minor) - sum(here, 'author_minor') + BigInt(s.pending_minor),
    opening: BigInt(s.opening_minor),
    other: BigInt(s.adjustments_minor),
    held: BigInt(s.held_minor),
    carried: BigInt(s.carried_minor),
    waits: counted ? 0n : BigInt(s.paid_minor),
    counted,
  };
}

/**
 * Amounts of a month without a run, as if its run were prepared now. If another month's run is next, the paid lines of
 * this month count there and only its unpaid lines are left.
 */
function soFar(
  lines: readonly StatementLine[],
  pending: readonly StatementLine[],
  givenUp: bigint,
  upcoming: Omit<StatementDocument, 'proof'> | undefined,
): WaterfallAmounts {
  if (upcoming !== undefined) return amountsOf(lines, upcoming, { counted: false, givenUp });
  const unpaid = sum(pending, 'author_minor');
  return {
    charged: sum(lines, 'gross_minor'),
    platform: sum(lines, 'platform_minor'),
    pending: unpaid - givenUp,
    givenUp,
    elsewhere: sum(lines, 'author_minor') - unpaid,
    earlier: 0n,
    opening: 0n,
    other: 0n,
    held: 0n,
    carried: 0n,
    waits: 0n,
    counted: false,
  };
}

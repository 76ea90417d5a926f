import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { Ledger } from '@portal/ledger';
import { PayoutForecast } from '@portal/payouts';
import { Database } from '@portal/platform';
import type { StatementDocument, StatementLine } from '@portal/statement-proof';
import { bridgeOf, type BridgeAmounts } from '../domain/bridge.js';
import type { BridgeStepView, EarningsView } from '../http/statements.view.js';
import { lineView } from '../http/view-statement.js';
import { statementLine } from '../domain/compose-statement.js';
import { Statements } from './statements.js';

/** What one author earned with one month's installs in one currency, and how it became a payout. */
@Injectable()
export class Earnings {
  constructor(
    private readonly billing: Billing,
    private readonly ledger: Ledger,
    private readonly statements: Statements,
    private readonly forecasts: PayoutForecast,
    private readonly database: Database,
  ) {}

  /** `currency`: the first one in which there is anything when left out. */
  async get(orgId: string, month: string, currency?: string): Promise<EarningsView> {
    const [all, currencies] = await Promise.all([this.billing.linesOfAuthor(orgId, month), this.currencies(orgId)]);
    const used = [...new Set([...all.map((line) => line.currency), ...currencies])].sort();
    const chosen = currency ?? used[0] ?? 'usd';
    const lines = all
      .filter((line) => line.currency === chosen)
      .map((line) => statementLine(line, line.paid ? line.invoiceId : null));
    const [available, statement, forecast] = await Promise.all([
      this.ledger.balance(this.database, { code: 'author_payable', ownerId: orgId, currency: chosen }),
      this.statements.ofMonth(orgId, month, chosen),
      this.forecasts.of(orgId, chosen),
    ]);
    const pending = lines.filter((line) => line.payment_tx === null);
    const amounts = statement ? amountsOf(lines, statement) : soFar(lines, pending);
    const bridge = bridgeOf(amounts);
    return {
      month,
      currency: chosen,
      currencies: used.length === 0 ? [chosen] : used,
      gross_minor: amounts.charged.toString(),
      platform_minor: amounts.platform.toString(),
      share_minor: sum(lines, 'author_minor').toString(),
      pending_minor: sum(pending, 'author_minor').toString(),
      earned_minor: bridge.find(({ code }) => code === 'earned')!.amountMinor.toString(),
      available_minor: available.toString(),
      bridge: bridge.map((step): BridgeStepView => ({
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

/** Of a month with a statement: everything that its cutoff saw; `ofMonth`: all lines of the month. */
function amountsOf(
  ofMonth: readonly StatementLine[],
  { statement: s, lines, pending }: StatementDocument,
): BridgeAmounts {
  const here = [...lines.filter((line) => line.month === s.month), ...pending];
  return {
    charged: sum(ofMonth, 'gross_minor'),
    platform: sum(ofMonth, 'platform_minor'),
    pending: BigInt(s.pending_minor),
    elsewhere: sum(ofMonth, 'author_minor') - sum(here, 'author_minor'),
    earlier: BigInt(s.earned_minor) - sum(here, 'author_minor') + BigInt(s.pending_minor),
    opening: BigInt(s.opening_minor),
    other: BigInt(s.adjustments_minor),
    held: BigInt(s.held_minor),
    carried: BigInt(s.carried_minor),
    counted: true,
  };
}

/** Of a month that no run has counted yet: what was earned waits for its run. */
function soFar(lines: readonly StatementLine[], pending: readonly StatementLine[]): BridgeAmounts {
  return {
    charged: sum(lines, 'gross_minor'),
    platform: sum(lines, 'platform_minor'),
    pending: sum(pending, 'author_minor'),
    elsewhere: 0n,
    earlier: 0n,
    opening: 0n,
    other: 0n,
    held: 0n,
    carried: sum(lines, 'author_minor') - sum(pending, 'author_minor'),
    counted: false,
  };
}

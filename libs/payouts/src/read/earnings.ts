import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { Ledger } from '@portal/ledger';
import { Database } from '@portal/platform';
import type { EarningLineView, EarningsView } from '../http/payouts.view.js';

const CURRENCY = 'usd';

/** What one author earned with one month's installs. */
@Injectable()
export class Earnings {
  constructor(
    private readonly billing: Billing,
    private readonly ledger: Ledger,
    private readonly database: Database,
  ) {}

  async get(orgId: string, month: string): Promise<EarningsView> {
    const lines = await this.lines(orgId, month, CURRENCY);
    const available = await this.ledger.balance(this.database, {
      code: 'author_payable',
      ownerId: orgId,
      currency: CURRENCY,
    });
    return {
      month,
      currency: CURRENCY,
      earned_minor: total(lines, 'earned', 'author_minor'),
      pending_minor: total(lines, 'pending', 'author_minor'),
      gross_minor: total(lines, 'earned', 'gross_minor'),
      platform_minor: total(lines, 'earned', 'platform_minor'),
      available_minor: available.toString(),
      lines,
    };
  }

  async lines(orgId: string, month: string, currency: string): Promise<EarningLineView[]> {
    return (await this.billing.linesOfAuthor(orgId, month))
      .filter((line) => line.currency === currency)
      .map((line) => ({
        line_id: line.lineId,
        invoice_id: line.invoiceId,
        install_id: line.installId,
        gross_minor: line.grossMinor.toString(),
        author_minor: line.authorMinor.toString(),
        platform_minor: line.platformMinor.toString(),
        state: line.paid ? 'earned' : 'pending',
      }));
  }
}

/** Sum of one column over the lines in one state, minor units. */
export function total(
  lines: readonly EarningLineView[],
  state: string,
  column: 'author_minor' | 'gross_minor' | 'platform_minor',
): string {
  return lines
    .filter((line) => line.state === state)
    .reduce((sum, line) => sum + BigInt(line[column]), 0n)
    .toString();
}

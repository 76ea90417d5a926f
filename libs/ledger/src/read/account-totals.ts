import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { ACCOUNT_CODES, CHART, ownSide } from '../domain/chart.js';
import type { AccountTotalView } from '../http/ledger.view.js';
import { AccountBalances } from './account-balances.js';

/** Total of each account code per currency, summed over all authors. Codes without an entry are left out. */
@Injectable()
export class AccountTotals {
  constructor(
    private readonly database: Database,
    private readonly balances: AccountBalances,
  ) {}

  async list(): Promise<AccountTotalView[]> {
    const rows = await this.balances.totals(this.database);
    return rows
      .map((row) => ({
        code: row.code,
        kind: CHART[row.code].kind,
        currency: row.currency,
        accounts: row.accounts,
        balance_minor: ownSide(row.code, BigInt(row.net)).toString(),
      }))
      .sort(
        (a, b) => ACCOUNT_CODES.indexOf(a.code) - ACCOUNT_CODES.indexOf(b.code) || (a.currency < b.currency ? -1 : 1),
      );
  }
}

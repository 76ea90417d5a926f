import { Injectable } from '@nestjs/common';
import { csvRow } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import type { LedgerEntryView } from '../http/ledger.view.js';
import { ListEntries, type EntryFilter } from './list-entries.js';

const PAGE = 5_000;
export const ENTRY_COLUMNS = [
  'id',
  'posted_at',
  'effective_at',
  'kind',
  'account',
  'author',
  'amount_minor',
  'currency',
  'source',
] as const satisfies readonly (keyof LedgerEntryView)[];

/** All entries that match the filter, as CSV (RFC 4180), newest first. Amounts are minor units, debit positive. */
@Injectable()
export class ExportEntries {
  constructor(
    private readonly entries: ListEntries,
    private readonly config: Config,
  ) {}

  /**
   * Returns the CSV in parts, each read on demand, so that only one is in memory. The first part is read immediately.
   * @throws AppError `unknown_account` (400)
   */
  async csv(filter: EntryFilter): Promise<{ fileName: string; parts: AsyncGenerator<string> }> {
    const isTest = this.config.isTestMoney;
    const first = await this.entries.execute({ ...filter, limit: PAGE });
    return { fileName: `${isTest ? 'SANDBOX-' : ''}ledger.csv`, parts: this.parts(filter, first, isTest) };
  }

  private async *parts(filter: EntryFilter, first: Awaited<ReturnType<ListEntries['execute']>>, isTest: boolean) {
    yield csvRow([...ENTRY_COLUMNS, ...(isTest ? ['sandbox'] : [])]);
    for (let page = first; ;) {
      const rows = page.items.map((row) =>
        csvRow([...ENTRY_COLUMNS.map((column) => row[column]), ...(isTest ? [true] : [])]),
      );
      if (rows.length > 0) yield rows.join('');
      if (page.next_cursor === null) return;
      page = await this.entries.execute({ ...filter, limit: PAGE, cursor: page.next_cursor });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { csvRow } from '@portal/kernel';
import type { LedgerEntryView } from '../http/ledger.view.js';
import { ListEntries, type EntryFilter } from './list-entries.js';

const PAGE = 5_000;
/** What a spreadsheet still opens; the newest are given. */
const MOST = 200_000;
const COLUMNS = [
  'id',
  'posted_at',
  'effective_at',
  'kind',
  'account',
  'amount_minor',
  'currency',
  'source',
] as const satisfies readonly (keyof LedgerEntryView)[];

/** The same entries as the list, as RFC 4180 text, newest first. Amounts: minor units, debit positive. */
@Injectable()
export class ExportEntries {
  constructor(private readonly entries: ListEntries) {}

  async csv(filter: EntryFilter): Promise<string> {
    const lines = [csvRow(COLUMNS)];
    let cursor: string | undefined;
    do {
      const page = await this.entries.execute({ ...filter, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
      for (const row of page.items) lines.push(csvRow(COLUMNS.map((column) => row[column])));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined && lines.length <= MOST);
    return lines.join('');
  }
}

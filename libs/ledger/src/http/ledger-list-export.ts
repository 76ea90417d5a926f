import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListExports } from '@portal/platform/http';
import { ENTRY_COLUMNS } from '../read/export-entries.js';
import { ListEntries } from '../read/list-entries.js';
import { EntriesQuery } from './ledger.dto.js';

/** Exports the filtered list of ledger entries, of any length. */
@Injectable()
export class LedgerListExport implements OnModuleInit {
  constructor(
    private readonly exports: ListExports,
    private readonly entries: ListEntries,
  ) {}

  onModuleInit(): void {
    this.exports.register({
      kind: 'ledger_entries',
      query: EntriesQuery,
      columns: ENTRY_COLUMNS,
      page: (query) => this.entries.execute(query),
    });
  }
}

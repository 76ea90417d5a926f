import { listExport } from '@portal/platform/http';
import { ENTRY_COLUMNS } from '../read/export-entries.js';
import { ListEntries } from '../read/list-entries.js';
import { EntriesQuery } from './ledger.dto.js';

/** Exports the filtered list of ledger entries, of any length. */
export const LEDGER_LIST_EXPORT = listExport({
  kind: 'ledger_entries',
  query: EntriesQuery,
  columns: ENTRY_COLUMNS,
  from: ListEntries,
  page: (entries, query) => entries.execute(query),
});

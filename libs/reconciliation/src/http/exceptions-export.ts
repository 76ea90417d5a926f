import { listExport } from '@portal/platform/http';
import { Worklist } from '../read/worklist.js';
import { ExceptionsQuery } from './reconciliation.dto.js';
import type { ExceptionView } from './reconciliation.view.js';

const COLUMNS = [
  ...(['id', 'opened_at', 'age_days', 'kind', 'sentence', 'amount_minor', 'suspense_minor', 'currency'] as const),
  ...(['blocking', 'state', 'owner_name', 'occurred_at', 'closed_at', 'close_reason'] as const),
] satisfies (keyof ExceptionView)[];

/** Export of the filtered list of exceptions. */
export const EXCEPTIONS_EXPORT = listExport({
  kind: 'exceptions',
  query: ExceptionsQuery,
  columns: COLUMNS,
  from: Worklist,
  page: (worklist, query) => worklist.list(query),
  asked: (filter, actor) => (filter['owner'] === 'me' ? { ...filter, owner: actor.userId ?? 'nobody' } : filter),
});

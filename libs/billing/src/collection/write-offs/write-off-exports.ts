import { listExport } from '@portal/platform/http';
import { WriteOffsQuery } from '../../invoicing/http/lists.dto.js';
import type { WriteOffView } from '../collection.view.js';
import { WriteOffs } from './write-offs.js';

const WRITE_OFFS = [
  ...(['id', 'proposed_at', 'tenant_name', 'number', 'invoice_id', 'total_minor', 'currency', 'state'] as const),
  ...(['reason', 'proposed_by', 'decided_by', 'decided_at'] as const),
] satisfies (keyof WriteOffView)[];

/** Export of the list of write-offs. */
export const WRITE_OFF_EXPORT = listExport({
  kind: 'write_offs',
  query: WriteOffsQuery,
  columns: WRITE_OFFS,
  from: WriteOffs,
  page: (writeOffs, query) => writeOffs.list(query),
});

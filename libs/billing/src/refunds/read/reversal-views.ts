import type { Queryable } from '@portal/ledger';
import type { LineReversal } from '../../adjustments/domain/reversal.js';
import type { LineReversalView } from '../http/adjustments.view.js';

/** Reversals with the names of their lines, in the given order. */
export async function reversalViews(q: Queryable, reversals: readonly LineReversal[]): Promise<LineReversalView[]> {
  const rows = await q.query<{ id: string; drive_name: string; venture_name: string }>(
    'select id, drive_name, venture_name from billing.invoice_lines where id = any($1::uuid[])',
    [reversals.map((one) => one.lineId)],
  );
  const names = new Map(rows.map((row) => [row.id, row]));
  return reversals.map((reversal) => ({
    line_id: reversal.lineId,
    drive_name: names.get(reversal.lineId)?.drive_name ?? '',
    venture_name: names.get(reversal.lineId)?.venture_name ?? '',
    gross_minor: reversal.grossMinor.toString(),
    tax_minor: reversal.taxMinor.toString(),
    author_minor: reversal.authorMinor.toString(),
    platform_minor: reversal.platformMinor.toString(),
  }));
}

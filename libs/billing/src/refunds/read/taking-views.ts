import type { Queryable } from '@portal/ledger';
import type { Taking } from '../../adjustments/domain/take-back.js';
import type { TakingView } from '../adjustments.view.js';

/** Takings with the names of their lines, in the order given. */
export async function takingViews(q: Queryable, takings: readonly Taking[]): Promise<TakingView[]> {
  const rows = await q.query<{ id: string; drive_name: string; venture_name: string }>(
    `select l.id, l.drive_name, l.venture_name from billing.invoice_lines l
     where l.id = any($1::uuid[]) and l.month = any($2::date[])`,
    [takings.map((one) => one.lineId), takings.map((one) => one.month)],
  );
  const names = new Map(rows.map((row) => [row.id, row]));
  return takings.map((taking) => ({
    line_id: taking.lineId,
    drive_name: names.get(taking.lineId)?.drive_name ?? '',
    venture_name: names.get(taking.lineId)?.venture_name ?? '',
    gross_minor: taking.grossMinor.toString(),
    tax_minor: taking.taxMinor.toString(),
    author_minor: taking.authorMinor.toString(),
    platform_minor: taking.platformMinor.toString(),
  }));
}

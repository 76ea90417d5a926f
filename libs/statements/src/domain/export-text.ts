import { csvRow } from '@portal/kernel';

export type ExportValue = string | number | boolean | null;
export type ExportRecord = Readonly<Record<string, ExportValue>>;

/** A row of a file of test money: its last field says so. */
export function marked(row: ExportRecord, isTest: boolean): ExportRecord {
  return isTest ? { ...row, sandbox: true } : row;
}

/** A part of a CSV; the first one begins with the columns, also when there is no row. */
export function csvPart(columns: readonly string[], rows: readonly ExportRecord[], first: boolean): string {
  const head = first ? csvRow(columns) : '';
  return head + rows.map((row) => csvRow(columns.map((column) => row[column] ?? null))).join('');
}

/** A part of a JSON array. `first`: no row was written before. */
export function jsonPart(rows: readonly ExportRecord[], first: boolean, end: boolean): string {
  const items = rows.map((row) => JSON.stringify(row)).join(',\n');
  const comma = first || items === '' ? '' : ',\n';
  return `${first ? '[\n' : ''}${comma}${items}${end ? '\n]\n' : ''}`;
}

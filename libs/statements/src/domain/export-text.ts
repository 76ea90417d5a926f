import { csvRow } from '@portal/kernel';

export type ExportValue = string | number | boolean | null;
export type ExportRecord = Readonly<Record<string, ExportValue>>;

/** Marks a row of an export made in test mode in its last field. */
export function marked(row: ExportRecord, isTest: boolean): ExportRecord {
  return isTest ? { ...row, sandbox: true } : row;
}

/** A part of a CSV file. The first part starts with the header, even when there are no rows. */
export function csvPart(columns: readonly string[], rows: readonly ExportRecord[], first: boolean): string {
  const head = first ? csvRow(columns) : '';
  return head + rows.map((row) => csvRow(columns.map((column) => row[column] ?? null))).join('');
}

/** A part of a JSON array. `first`: no row has been written before. */
export function jsonPart(rows: readonly ExportRecord[], first: boolean, end: boolean): string {
  const items = rows.map((row) => JSON.stringify(row)).join(',\n');
  const comma = first || items === '' ? '' : ',\n';
  return `${first ? '[\n' : ''}${comma}${items}${end ? '\n]\n' : ''}`;
}

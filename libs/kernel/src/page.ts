import { AppError } from './app-error.js';
import { commonErrors } from './common-errors.js';

/** One page of a list; `next_cursor` is null on the last page. */
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

/** Cursor for the position after a row, from the row's sort values. */
export function encodeCursor(values: readonly (string | number)[]): string {
  return btoa(encodeURIComponent(JSON.stringify(values)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @throws AppError `invalid_cursor` (400) when the text is not a cursor with `length` values. */
export function decodeCursor(text: string, length: number): (string | number)[] {
  try {
    const values: unknown = JSON.parse(decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/'))));
    if (
      Array.isArray(values) &&
      values.length === length &&
      values.every((v) => typeof v === 'string' || typeof v === 'number')
    ) {
      return values as (string | number)[];
    }
  } catch {
    // falls through to the refusal below
  }
  throw new AppError(commonErrors.invalid_cursor);
}

/** The columns of a row that a list can be sorted by. */
type SortColumn<R> = { [K in keyof R & string]: R[K] extends string | number | Date ? K : never }[keyof R & string];

/** Cuts `limit + 1` fetched rows to a page; the cursor has the last row's `sort`, columns or other values. */
export function toPage<R, T>(
  rows: R[],
  limit: number,
  sort: readonly SortColumn<R>[] | ((row: R) => readonly (string | number)[]),
  view: (row: R) => T,
): Page<T> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  const sortOf = (row: R) => (typeof sort === 'function' ? sort(row) : sort.map((column) => cursorValue(row[column])));
  return { items: kept.map(view), next_cursor: rows.length > limit && last ? encodeCursor(sortOf(last)) : null };
}

const cursorValue = (value: unknown) => (value instanceof Date ? value.toISOString() : (value as string | number));

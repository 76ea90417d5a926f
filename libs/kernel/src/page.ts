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

/** Cuts `limit + 1` fetched rows to a page; the cursor comes from the last row of the page. */
export function toPage<R, T>(
  rows: R[],
  limit: number,
  cursorOf: (row: R) => readonly (string | number)[],
  view: (row: R) => T,
): Page<T> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return {
    items: kept.map(view),
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor(cursorOf(last)) : null,
  };
}

import { ApiError } from '../../../api/errors.js';
import { decimalToMinor, minorToDecimal } from '../../../lib/format.js';
import { texts } from '../texts/policies.js';

// Hundredths of a percent are written as people write percent: two places, like the cents of a dollar.
const TWO_PLACES = 'usd';

/** `7000` as `70.00`; an invalid number is shown as it is, so that nothing typed is lost. */
export function percentText(basisPoints: unknown): string {
  return typeof basisPoints === 'number' && Number.isInteger(basisPoints)
    ? minorToDecimal(basisPoints, TWO_PLACES)
    : textOf(basisPoints);
}

/** `70.5` as `7050`. Invalid input stays text: the server refuses it by its place. */
export function percentValue(text: string): unknown {
  const points = decimalToMinor(text, TWO_PLACES);
  return points === null ? text : Number(points);
}

/** `12` as a number; anything else stays text. */
export function wholeValue(text: string): unknown {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : text;
}

/** `1, 3, 7` as three numbers. */
export function wholeList(text: string): unknown[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(wholeValue);
}

/** Minor units as a decimal amount. */
export function amountText(minor: unknown, currency: string): string {
  return typeof minor === 'string' && /^\d+$/.test(minor) ? minorToDecimal(minor, currency) : textOf(minor);
}

/** A decimal amount as minor units; an invalid one gets a mark, because digits alone would be read as minor units. */
export function amountValue(text: string, currency: string): string {
  return decimalToMinor(text, currency) ?? `?${text}`;
}

/** The original input, without the mark of `amountValue`. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value.replace(/^\?/, '') : JSON.stringify(value);
}

/** The server's errors at one place of the value and below it. */
export function errorAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.details.filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
  return found.length > 0 ? [...new Set(found.map(({ message }) => message))].join(' ') : undefined;
}

export interface Start {
  /** ISO instant; empty: from now on. */
  value: string;
  label: string;
}

/** When a change may begin: now, or with one of the next months. `now`: the server's. */
export function startsFrom(now: Date, count: number): Start[] {
  const label = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const months = Array.from({ length: count }, (_, i) => {
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + i + 1, 1));
    return { value: at.toISOString(), label: texts.policyDraft.startOfDay(label.format(at)) };
  });
  return [{ value: '', label: texts.policyDraft.startsFrom.now }, ...months];
}

import { formatCount, formatMonth, formatMoney, formatUtc, formatUtcDate, minorToDecimal } from '../../lib/format.js';

/** How a value is written: a share is 0 to 1, an amount is in minor units of its currency. */
export type Unit = 'count' | 'decimal' | 'share' | { currency: string };

/** How often there is a point, or that each is a category with its own name. */
export type Step = 'time' | 'day' | 'month' | 'category';

export interface Series<T> {
  label: string;
  value: (row: T) => number | string | null;
  /** Another unit than that of the plot, for a column of its table that is not drawn. */
  unit?: Unit;
}

const number = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat('en-US', options).format(value);

/** A value in full, as the reading and the table have it. A share is rounded down. */
export function valueText(value: number | string | null, unit: Unit): string {
  if (value === null) return '–';
  if (typeof unit === 'object') return formatMoney(value, unit.currency);
  if (unit === 'count') return formatCount(value);
  if (unit === 'decimal') return number(Number(value), { maximumSignificantDigits: 6 });
  return `${(Math.floor(Number(value) * 10_000) / 100).toFixed(2)} %`;
}

/** The same short, for an axis: `$1.2K`, `80 %`. */
export function axisText(value: number, unit: Unit): string {
  if (typeof unit === 'object') {
    const { currency } = unit;
    const whole = Number(minorToDecimal(Math.round(value), currency));
    return number(whole, { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 });
  }
  if (unit === 'share') return `${Math.round(value * 100)} %`;
  return number(value, { notation: 'compact', maximumFractionDigits: 2 });
}

/** The moment of a point, in full. */
export function pointText(at: string, step: Step): string {
  if (step === 'time') return formatUtc(at);
  return step === 'day' ? formatUtcDate(at) : step === 'month' ? formatMonth(at) : at;
}

const short: Readonly<Record<Exclude<Step, 'category'>, Intl.DateTimeFormatOptions>> = {
  time: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
};

/** The same short, for an axis: `14:05`, `3 Nov`, `Nov`. */
export function tickText(at: string | number, step: Step): string {
  if (step === 'category') return String(at);
  return new Intl.DateTimeFormat('en-GB', { ...short[step], timeZone: 'UTC' }).format(new Date(at));
}

/** The rows as CSV: amounts as decimals, cells that a spreadsheet would compute are marked as text. */
export function csvOf<T extends { at: string }>(
  head: string,
  rows: readonly T[],
  all: readonly Series<T>[],
  unit: Unit,
): string {
  const cell = (text: string): string =>
    `"${(/^[\s\p{Z}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212]|^[\t\r\n]/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const plain = (value: number | string | null, of: Unit): string =>
    value === null ? '' : typeof of === 'object' ? minorToDecimal(value, of.currency) : String(value);
  const lines = rows.map((row) => [cell(row.at), ...all.map((one) => plain(one.value(row), one.unit ?? unit))]);
  const heads = all.map(({ label, unit: of = unit }) =>
    typeof of === 'object' ? `${label} (${of.currency.toUpperCase()})` : label,
  );
  return [[head, ...heads].map(cell), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

import { COUNTRY_EXPECTED, isCountry, type ErrorDetail } from '@portal/kernel';
import type { AmountByCurrency } from './policy-definition.js';

type Raw = Record<string, unknown>;

/** Parses one JSON value and collects all errors with their pointers. */
export class PolicyReader {
  readonly details: ErrorDetail[] = [];

  constructor(private readonly currencies: ReadonlySet<string>) {}

  oneOf<T extends string>(value: unknown, allowed: readonly T[], pointer: string): T {
    if (allowed.includes(value as T)) return value as T;
    return this.bad(pointer, 'not_allowed', `Use one of: ${allowed.join(', ')}.`, allowed[0]!);
  }

  whole(value: unknown, from: number, to: number, pointer: string): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return value;
    return this.bad(pointer, 'out_of_range', `Give a whole number from ${from} to ${to}.`, from);
  }

  flag(value: unknown, pointer: string): boolean {
    if (typeof value === 'boolean') return value;
    return this.bad(pointer, 'not_a_boolean', 'Enter true or false.', false);
  }

  text(value: unknown, pattern: RegExp, message: string, pointer: string): string {
    if (typeof value === 'string' && pattern.test(value)) return value;
    return this.bad(pointer, 'wrong_format', message, '');
  }

  /** An object with exactly these fields. */
  fields(value: unknown, names: readonly string[], pointer: string): Raw {
    if (!isObject(value)) return this.bad(pointer, 'not_an_object', `Enter an object with ${list(names)}.`, {});
    for (const name of names)
      if (!Object.hasOwn(value, name))
        this.bad(`${pointer}/${name}`, 'missing_field', `The field ${name} is missing.`, null);
    for (const name of Object.keys(value))
      if (!names.includes(name)) this.bad(`${pointer}/${name}`, 'unknown_field', `Only ${list(names)}.`, null);
    return value;
  }

  array(value: unknown, least: number, most: number, pointer: string): readonly unknown[] {
    if (Array.isArray(value) && value.length >= least && value.length <= most) return value as unknown[];
    return this.bad(pointer, 'not_a_list', `Enter a list of ${least} to ${most} entries.`, []);
  }

  /** Positive amounts by currency; a `null` is left out, so that a form can clear one. */
  amounts(value: unknown, pointer: string): AmountByCurrency {
    return this.byCurrency(value, /^[1-9]\d{0,13}$/, 'Enter minor units as decimal text, above 0.', pointer);
  }

  /** Texts by currency, likewise. */
  byCurrency(value: unknown, pattern: RegExp, message: string, pointer: string): Readonly<Record<string, string>> {
    if (!isObject(value)) return this.bad(pointer, 'not_an_object', 'Enter amounts by currency.', {});
    const kept: Record<string, string> = {};
    for (const [currency, amount] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const at = `${pointer}/${currency}`;
      if (this.currency(currency, at) !== '' && amount !== null)
        kept[currency] = this.text(amount, pattern, message, at);
    }
    return kept;
  }

  /** A code of the ledger, lower case. */
  currency(value: unknown, pointer: string): string {
    if (typeof value === 'string' && this.currencies.has(value)) return value;
    return this.bad(pointer, 'unknown_currency', `${String(value)} is not a supported currency.`, '');
  }

  /** `YYYY-MM-DD` */
  day(value: unknown, pointer: string): string {
    const day = this.text(value, /^20\d\d-\d\d-\d\d$/, 'Enter a day as YYYY-MM-DD.', pointer);
    return day === '' || new Date(day).toJSON()?.startsWith(day)
      ? day
      : this.bad(pointer, 'wrong_format', 'No such day.', '');
  }

  country(value: unknown, pointer: string): string {
    if (typeof value === 'string' && isCountry(value)) return value;
    return this.bad(pointer, 'wrong_format', COUNTRY_EXPECTED, '');
  }

  bad<T>(pointer: string, code: string, message: string, instead: T): T {
    this.details.push({ pointer, code, message });
    return instead;
  }
}

export function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

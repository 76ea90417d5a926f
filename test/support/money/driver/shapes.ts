import { isCountry } from '@portal/kernel';

/** A problem of an input, with its JSON pointer (RFC 6901). */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
}

/** The input cannot be computed. */
export class InputRefused extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ pointer, message }) => `${pointer || '(input)'}: ${message}`).join('\n'));
  }
}

/** Parses one value; reports every problem and returns undefined when there was one. */
export interface Shape<T> {
  (value: unknown, pointer: string, problems: Problem[]): T | undefined;
  /** For a member that may be missing: what it is then. */
  fallback?: { readonly value: unknown };
}
/** The type that a shape returns. */
export type Read<S> = S extends Shape<infer T> ? T : never;
type Fields = Readonly<Record<string, Shape<unknown>>>;
export type RecordOf<F extends Fields> = { readonly [K in keyof F]: Read<F[K]> };

export function optional<T>(shape: Shape<T>): Shape<T | undefined>;
export function optional<T>(shape: Shape<T>, value: T): Shape<T>;
export function optional<T>(shape: Shape<T>, value?: T): Shape<T | undefined> {
  return Object.assign<Shape<T>, object>((...args) => shape(...args), { fallback: { value } });
}

const describe = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

function report(problems: Problem[], pointer: string, message: string): undefined {
  problems.push({ pointer, message });
  return undefined;
}

/** A shape of what `accept` returns; undefined is refused as not being `what`. */
function shape<T>(what: string, accept: (value: unknown) => T | undefined): Shape<T> {
  return (value, pointer, problems) =>
    accept(value) ?? report(problems, pointer, `must be ${what}, not ${describe(value)}`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const object = shape('an object', (value) => (isObject(value) ? value : undefined));
const list = shape('a list', (value) => (Array.isArray(value) ? (value as unknown[]) : undefined));

/** An object with exactly these members. */
export function record<F extends Fields>(fields: F): Shape<RecordOf<F>> {
  return (value, pointer, problems) => {
    const given = object(value, pointer, problems);
    if (!given) return undefined;
    const before = problems.length;
    for (const key of Object.keys(given).filter((one) => !Object.hasOwn(fields, one)))
      report(problems, `${pointer}/${key}`, `is not known here; known: ${Object.keys(fields).join(', ')}`);
    const read = Object.entries(fields).map(([key, of]) => {
      if (Object.hasOwn(given, key)) return [key, of(given[key], `${pointer}/${key}`, problems)];
      if (!of.fallback) report(problems, pointer, `"${key}" is missing`);
      return [key, of.fallback?.value];
    });
    return problems.length === before ? (Object.fromEntries(read) as RecordOf<F>) : undefined;
  };
}

/** An object with any members of one shape. */
export function mapOf<T>(key: Shape<string>, of: Shape<T>): Shape<ReadonlyMap<string, T>> {
  return (value, pointer, problems) => {
    const before = problems.length;
    const entries = Object.entries(object(value, pointer, problems) ?? {}).map(([one, inner]) => {
      const at = `${pointer}/${one}`;
      return [key(one, at, problems), of(inner, at, problems)] as [string, T];
    });
    return problems.length === before ? new Map(entries) : undefined;
  };
}

/** Like `mapOf`; a plain list of names is allowed too. */
export function namesOrMapOf<T>(of: Shape<T>): Shape<ReadonlyMap<string, T>> {
  const map = mapOf(name, of);
  return (value, pointer, problems) => {
    if (!Array.isArray(value)) return map(value, pointer, problems);
    const wrong = value.findIndex((one, i) => typeof one !== 'string' || value.indexOf(one) !== i);
    if (wrong >= 0) return report(problems, `${pointer}/${wrong}`, 'must be a name that is not in the list yet');
    return map(Object.fromEntries((value as string[]).map((one) => [one, {}])), pointer, problems);
  };
}

export function listOf<T>(of: Shape<T>, most = 20_000): Shape<readonly T[]> {
  return (value, pointer, problems) => {
    const given = list(value, pointer, problems) ?? [];
    if (given.length > most) return report(problems, pointer, `has ${given.length} entries, at most ${most}`);
    const before = problems.length;
    const read = given.map((inner, i) => of(inner, `${pointer}/${i}`, problems));
    return Array.isArray(value) && problems.length === before ? (read as T[]) : undefined;
  };
}

export function oneOf<const T extends string>(...values: readonly T[]): Shape<T> {
  return shape(`one of ${values.join(', ')}`, (value) => values.find((one) => one === value));
}

function matching(pattern: RegExp, what: string, into = (text: string): string => text): Shape<string> {
  return shape(what, (value) => (typeof value === 'string' && pattern.test(value) ? into(value) : undefined));
}

export const anything: Shape<unknown> = (value) => value;
export const flag = shape('true or false', (value) => (typeof value === 'boolean' ? value : undefined));
export function text(most: number, least = 1): Shape<string> {
  return shape(`a text of ${least} to ${most} characters`, (value) =>
    typeof value === 'string' && [...value.trim()].length >= least && value.length <= most ? value : undefined,
  );
}
/** A name that the input chooses. */
export const name = matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'a name: 1 to 64 of A-Z a-z 0-9 . _ -');
export const currency = matching(/^[A-Za-z]{3}$/, 'a currency such as "usd"', (code) => code.toLowerCase());
export const country = shape('a country of ISO 3166-1, such as "DE"', (value) => {
  const code = typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : '';
  return isCountry(code) ? code : undefined;
});
export const region = matching(/^[A-Z0-9]{1,3}$/, 'a region of ISO 3166-2 without the country, such as "CA"');
export const taxId = matching(/^[A-Za-z0-9. -]{2,40}$/, 'a tax id of 2 to 40 letters and digits');
/** A month, or its first day. */
export const month = matching(/^20[0-9]{2}-(0[1-9]|1[0-2])(-01)?$/, 'a month such as "2026-01"', (at) =>
  at.slice(0, 7),
);

export function whole(least: number, most: number): Shape<number> {
  return shape(`a whole number from ${least} to ${most}`, (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most ? (value as number) : undefined,
  );
}

/** Minor units, as decimal text or as a number up to 2^53 - 1. */
export function amount(least: bigint, most = 999_999_999_999_999_999n): Shape<bigint> {
  return shape(
    `whole minor units from ${least} to ${most}, as a number up to 2^53 - 1 or a text of digits`,
    (value) => {
      const digits = Number.isSafeInteger(value) ? String(value) : value;
      if (typeof digits !== 'string' || !/^-?(0|[1-9]\d{0,17})$/.test(digits)) return undefined;
      const minor = BigInt(digits);
      return minor >= least && minor <= most ? minor : undefined;
    },
  );
}

const INSTANT = /^(20\d\d)-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/;

/** An instant, by default in UTC: a day (its start), with or without seconds, up to three decimals, or an offset. */
export const instant = shape(
  'an instant in UTC from 2 January 2000 to 2099, such as "2026-01-15T10:30:00Z"',
  (value) => {
    const match = typeof value === 'string' ? INSTANT.exec(value) : null;
    if (!match) return undefined;
    const [y, mo, d, h, mi, s] = match.slice(1, 7).map((part) => Number(part ?? '0'));
    const at = new Date(Date.UTC(y!, mo! - 1, d, h, mi, s, Number((match[7] ?? '').padEnd(3, '0'))));
    const written = [y!, mo! - 1, d, h, mi, s].join();
    const read = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()].concat(
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
    );
    const offset = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -1 : 1);
    const utc = new Date(at.getTime() - offset * 60_000);
    // The initial policies start on 1 January 2000, those of the input a day later.
    const inRange = utc.getTime() >= Date.UTC(2000, 0, 2) && utc.getUTCFullYear() <= 2099;
    return read.join() === written && Math.abs(offset) <= 14 * 60 && inRange ? utc : undefined;
  },
);

import { isCountry } from '@portal/kernel';

/** A problem in a scenario, with its JSON pointer. */
export interface ScenarioProblem {
  readonly pointer: string;
  readonly message: string;
}

/** Parses one value; reports every problem and returns undefined when there was one. */
export type Shape<T> = (value: unknown, pointer: string, problems: ScenarioProblem[]) => T | undefined;

/** The type that a shape returns. */
export type Read<S> = S extends Shape<infer T> ? T : never;

interface Field<T> {
  readonly shape: Shape<T>;
  readonly required: boolean;
  readonly fallback: T | undefined;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type RecordOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export function required<T>(shape: Shape<T>): Field<T> {
  return { shape, required: true, fallback: undefined };
}

export function optional<T>(shape: Shape<T>): Field<T | undefined>;
export function optional<T>(shape: Shape<T>, fallback: T): Field<T>;
export function optional<T>(shape: Shape<T>, fallback?: T): Field<T | undefined> {
  return { shape, required: false, fallback };
}

const describe = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

function report(problems: ScenarioProblem[], pointer: string, message: string): undefined {
  problems.push({ pointer, message });
  return undefined;
}

/** The pointer of a member (RFC 6901). */
export function member(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with exactly these members; for others the nearest known name is suggested. */
export function record<F extends Fields>(fields: F): Shape<RecordOf<F>> {
  const names = Object.keys(fields);
  return (value, pointer, problems) => {
    if (!isObject(value)) return report(problems, pointer, `must be an object, not ${describe(value)}`);
    const before = problems.length;
    for (const key of Object.keys(value)) {
      if (!names.includes(key))
        report(problems, member(pointer, key), `is not known here${meant(key, names)}; known: ${names.join(', ')}`);
    }
    const result: Record<string, unknown> = {};
    for (const name of names) {
      const field = fields[name]!;
      if (Object.hasOwn(value, name)) result[name] = field.shape(value[name], member(pointer, name), problems);
      else if (field.required) report(problems, pointer, `"${name}" is missing`);
      else result[name] = field.fallback;
    }
    return problems.length === before ? (result as RecordOf<F>) : undefined;
  };
}

/** Like `mapOf`; a plain list of names is allowed too. */
export function namesOrMapOf<T>(shape: Shape<T>, most: number): Shape<ReadonlyMap<string, T>> {
  const map = mapOf(name, shape, most);
  return (value, pointer, problems) => {
    if (!Array.isArray(value)) return map(value, pointer, problems);
    const twice = value.findIndex((one, i) => value.indexOf(one) !== i);
    if (twice >= 0) return report(problems, member(pointer, twice), `is named twice`);
    const wrong = value.findIndex((one) => typeof one !== 'string');
    if (wrong >= 0) return report(problems, member(pointer, wrong), `must be a name, not ${describe(value[wrong])}`);
    return map(Object.fromEntries((value as string[]).map((one) => [one, {}])), pointer, problems);
  };
}

/** An object with any members of one shape. Keys are parsed by `key`. */
export function mapOf<T>(key: Shape<string>, shape: Shape<T>, most = 100_000): Shape<ReadonlyMap<string, T>> {
  return (value, pointer, problems) => {
    if (!isObject(value)) return report(problems, pointer, `must be an object, not ${describe(value)}`);
    const entries = Object.entries(value);
    if (entries.length > most) return report(problems, pointer, `has ${entries.length} members, at most ${most}`);
    const before = problems.length;
    const result = new Map<string, T>();
    for (const [name, inner] of entries) {
      const at = member(pointer, name);
      const known = key(name, at, problems);
      const read = shape(inner, at, problems);
      if (known !== undefined && read !== undefined) result.set(known, read);
    }
    return problems.length === before ? result : undefined;
  };
}

export function listOf<T>(shape: Shape<T>, most = 100_000): Shape<readonly T[]> {
  return (value, pointer, problems) => {
    if (!Array.isArray(value)) return report(problems, pointer, `must be a list, not ${describe(value)}`);
    if (value.length > most) return report(problems, pointer, `has ${value.length} entries, at most ${most}`);
    const before = problems.length;
    const result = value.map((inner: unknown, i) => shape(inner, member(pointer, i), problems));
    return problems.length === before ? (result as T[]) : undefined;
  };
}

/** The suggested word: one with the same beginning, or that differs only in case or separators. */
function meant(word: string, known: readonly string[]): string {
  const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const found =
    known.find((one) => bare(one) === bare(word)) ??
    known.find(
      (one) => bare(word).length > 3 && (bare(one).startsWith(bare(word)) || bare(word).startsWith(bare(one))),
    );
  return found === undefined ? '' : ` (perhaps "${found}")`;
}

export function oneOf<const T extends string>(values: readonly T[]): Shape<T> {
  return (value, pointer, problems) =>
    values.includes(value as T)
      ? (value as T)
      : report(problems, pointer, `must be one of ${values.join(', ')}, not ${describe(value)}`);
}

export const flag: Shape<boolean> = (value, pointer, problems) =>
  typeof value === 'boolean' ? value : report(problems, pointer, `must be true or false, not ${describe(value)}`);

export function text(most: number, least = 1): Shape<string> {
  return (value, pointer, problems) => {
    if (typeof value !== 'string' || [...value.trim()].length < least || value.length > most)
      return report(problems, pointer, `must be a text of ${least} to ${most} characters, not ${describe(value)}`);
    return value;
  };
}

function matching(pattern: RegExp, what: string): Shape<string> {
  return (value, pointer, problems) =>
    typeof value === 'string' && pattern.test(value)
      ? value
      : report(problems, pointer, `must be ${what}, not ${describe(value)}`);
}

/** A union of shapes. */
function changed<T>(shape: Shape<T>, into: (read: T) => T): Shape<T> {
  return (value, pointer, problems) => {
    const read = shape(value, pointer, problems);
    return read === undefined ? undefined : into(read);
  };
}

/** A name that the scenario chooses. */
export const name = matching(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  'a name: 1 to 64 of A-Z a-z 0-9 . _ - , starting with a letter or digit',
);
/** A code in either case, converted to lower case. */
export const currency = changed(matching(/^[A-Za-z]{3}$/, 'a currency in three letters, such as "usd"'), (code) =>
  code.toLowerCase(),
);
/** A value of the product's list, in either case. */
export const country: Shape<string> = (value, pointer, problems) => {
  const code = typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : '';
  return isCountry(code)
    ? code
    : report(
        problems,
        pointer,
        `must be a country in the two letters of ISO 3166-1, such as "DE", not ${describe(value)}`,
      );
};
export const region = matching(/^[A-Z0-9]{1,3}$/, 'a region as in ISO 3166-2 without the country, such as "CA"');
export const taxId = matching(/^[A-Za-z0-9. -]{2,40}$/, 'a tax id of 2 to 40 letters and digits');
/** A month, or its first day. */
export const month = changed(matching(/^20[0-9]{2}-(0[1-9]|1[0-2])(-01)?$/, 'a month such as "2026-01"'), (text) =>
  text.slice(0, 7),
);

export function whole(least: number, most: number): Shape<number> {
  return (value, pointer, problems) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : report(problems, pointer, `must be a whole number from ${least} to ${most}, not ${describe(value)}`);
}

/** Message for a number that JSON readers would round. */
export const TOO_LARGE = 'is too large for a JSON number: write it as a text of digits';

/** Minor units, as decimal text or as a number up to 2^53 - 1. */
export function amount(least: bigint, most = 999_999_999_999_999_999n): Shape<bigint> {
  return (value, pointer, problems) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      return report(problems, pointer, TOO_LARGE);
    const digits = typeof value === 'number' ? String(value) : value;
    if (typeof digits !== 'string' || !/^-?(0|[1-9]\d{0,17})$/.test(digits))
      return report(problems, pointer, `must be whole minor units, such as 4900 or "4900", not ${describe(value)}`);
    const minor = BigInt(digits);
    if (minor < least || minor > most)
      return report(problems, pointer, `must be from ${least} to ${most} minor units, not ${describe(value)}`);
    return minor;
  };
}

const INSTANT = /^(20\d\d)-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/;

/**
 * An instant in UTC: `2026-01-15` (its start), `2026-01-15T10:30:00Z`, without seconds, with up to three decimals, or
 * with another offset such as `2026-01-15T11:30:00+01:00`. The default offset is UTC.
 */
export const instant: Shape<Date> = (value, pointer, problems) => {
  const match = typeof value === 'string' ? INSTANT.exec(value) : null;
  if (match) {
    const [y, mo, d, h, mi, s] = match.slice(1, 7).map((part) => Number(part ?? '0'));
    const at = new Date(Date.UTC(y!, mo! - 1, d, h, mi, s, Number((match[7] ?? '').padEnd(3, '0'))));
    const same = at.getUTCMonth() === mo! - 1 && at.getUTCDate() === d && at.getUTCHours() === h;
    const offset = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -1 : 1);
    const utc = new Date(at.getTime() - offset * 60_000);
    // The initial policies start on 1 January 2000, those of the scenario a day later.
    const inRange = utc.getTime() >= Date.UTC(2000, 0, 2) && utc.getUTCFullYear() <= 2099;
    if (same && at.getUTCMinutes() === mi && at.getUTCSeconds() === s && Math.abs(offset) <= 14 * 60 && inRange)
      return utc;
  }
  return report(
    problems,
    pointer,
    `must be an instant in UTC, such as "2026-01-15" or "2026-01-15T10:30:00Z" (from 2 January 2000 to 2099), not ${describe(value)}`,
  );
};

/** One of several records, distinguished by the member `type`. */
export function byType<S extends Readonly<Record<string, Shape<object>>>>(
  shapes: S,
): Shape<{ [K in keyof S]: Read<S[K]> }[keyof S]> {
  const types = Object.keys(shapes);
  return (value, pointer, problems) => {
    if (!isObject(value)) return report(problems, pointer, `must be an object, not ${describe(value)}`);
    const { type } = value;
    if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) {
      const at = Object.hasOwn(value, 'type') ? member(pointer, 'type') : pointer;
      return report(
        problems,
        at,
        Object.hasOwn(value, 'type')
          ? `must be one of ${types.join(', ')}, not ${describe(type)}${typeof type === 'string' ? meant(type, types) : ''}`
          : `"type" is missing; it is one of ${types.join(', ')}`,
      );
    }
    return shapes[type]!(value, pointer, problems) as { [K in keyof S]: Read<S[K]> }[keyof S] | undefined;
  };
}

/** Any value, validated elsewhere. */
export const anything: Shape<unknown> = (value) => value;

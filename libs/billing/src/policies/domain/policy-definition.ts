import { formatMinor } from '@portal/kernel';
import type { PolicyReader } from './policy-reader.js';

/** Decimal places by currency, for amounts in sentences. */
export type Exponents = ReadonlyMap<string, number>;

/** Minor units as decimal text, by lower-case currency. */
export type AmountByCurrency = Readonly<Record<string, string>>;

/** What the page of finance has fields for; one that is added here needs its own there, or the page does not compile. */
export const POLICY_FORMS = [
  'choice',
  'whole',
  'amounts',
  'author_share',
  'payment_retry',
  'payout_minimum',
  'reserve_rule',
  'tax',
  'operator_identity',
] as const;

/** How a value is asked for. Label, help and options belong to the first three kinds; the others have fields of their own. */
export interface PolicyForm {
  readonly kind: (typeof POLICY_FORMS)[number];
  readonly label: string;
  readonly help: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** All there is to say about a policy: adding one is an entry in policy-definitions.ts and its row in db/billing/seed.sql. */
export interface PolicyDefinition<T> {
  readonly title: string;
  /** What holds until two people of finance decide otherwise; the row in db/billing/seed.sql is the same. */
  readonly builtIn: T;
  readonly form: PolicyForm;
  /** Reads a proposed value; what is wrong is kept by `read`, with `at` as the JSON pointer of the value. */
  readonly parse: (read: PolicyReader, value: unknown, at: string) => T;
  /** What it means, in one plain sentence or two. */
  readonly describe: (value: T, exponents: Exponents) => string;
}

/** One of several words, each with its label on the page and its sentence. */
export function choice<T extends string>(given: {
  title: string;
  builtIn: T;
  options: Readonly<Record<T, { label: string; sentence: string }>>;
}): PolicyDefinition<T> {
  const { title, builtIn } = given;
  const options = given.options as Readonly<Record<string, { label: string; sentence: string }>>;
  const words = Object.keys(options) as T[];
  return {
    title,
    builtIn,
    form: {
      kind: 'choice',
      label: 'Rule',
      help: '',
      options: words.map((value) => ({ value, label: options[value]!.label })),
    },
    parse: (read, value, at) => read.oneOf(value, words, at),
    describe: (value) => options[value]!.sentence,
  };
}

/** A whole number of a range. */
export function whole(given: {
  title: string;
  builtIn: number;
  label: string;
  from: number;
  to: number;
  describe: (value: number) => string;
}): PolicyDefinition<number> {
  const { title, builtIn, label, from, to, describe } = given;
  return {
    title,
    builtIn,
    form: { kind: 'whole', label, help: `${from} to ${to}.`, options: [] },
    parse: (read, value, at) => read.whole(value, from, to, at),
    describe,
  };
}

/** Amounts by currency, none built in. */
export function amounts(given: {
  title: string;
  label: string;
  describe: (value: AmountByCurrency, exponents: Exponents) => string;
}): PolicyDefinition<AmountByCurrency> {
  const { title, label, describe } = given;
  return {
    title,
    builtIn: {},
    form: { kind: 'amounts', label, help: '', options: [] },
    parse: (read, value, at) => read.amounts(value, at),
    describe,
  };
}

/** An object of its own, with fields of its own on the page. */
export function object<T>(
  kind: Exclude<PolicyForm['kind'], 'choice' | 'whole' | 'amounts'>,
  given: Omit<PolicyDefinition<T>, 'form'>,
): PolicyDefinition<T> {
  return { ...given, form: { kind, label: '', help: '', options: [] } };
}

/** Amounts in a sentence. */
export function amountsText(of: AmountByCurrency, exponents: Exponents): string {
  const each = Object.entries(of).map(([currency, minor]) =>
    formatMinor(BigInt(minor), currency, exponents.get(currency) ?? 2),
  );
  if (each.length === 0) return "the currency's own minimum";
  return each.length === 1 ? each[0]! : `${each.slice(0, -1).join(', ')} or ${each.at(-1)}`;
}

/** Hundredths of a percent in a sentence. */
export function percent(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

import { formatMinor } from '@portal/kernel';
import type { PolicyReader } from './policy-reader.js';

/** Decimal places by currency, for amounts in texts. */
export type Exponents = ReadonlyMap<string, number>;

/** Minor units as decimal text, by lower-case currency. */
export type AmountByCurrency = Readonly<Record<string, string>>;

/** The form controls of finance's page. A new one needs its own control there, or the page does not compile. */
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
  'vat_currency',
] as const;

/**
 * How a value is entered. Label, help and options belong to the first three kinds; the others have controls of their
 * own.
 */
export interface PolicyForm {
  readonly kind: (typeof POLICY_FORMS)[number];
  readonly label: string;
  readonly help: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/**
 * The complete definition of a policy. A new policy is an entry in policy-definitions.ts and a row in
 * db/billing/seed.sql.
 */
export interface PolicyDefinition<T> {
  readonly title: string;
  /** The initial value; the row in db/billing/seed.sql is the same. */
  readonly builtIn: T;
  readonly form: PolicyForm;
  /** Parses a proposed value; `read` collects the errors, with `at` as the JSON pointer of the value. */
  readonly parse: (read: PolicyReader, value: unknown, at: string) => T;
  /** The meaning of a value in one or two sentences. */
  readonly describe: (value: T, exponents: Exponents) => string;
}

/** One of several codes, each with a label and a sentence. */
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

/** An integer within a range. */
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

/** Amounts by currency, empty by default. */
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

/** An object with its own controls on the page. */
export function object<T>(
  kind: Exclude<PolicyForm['kind'], 'choice' | 'whole' | 'amounts'>,
  given: Omit<PolicyDefinition<T>, 'form'>,
): PolicyDefinition<T> {
  return { ...given, form: { kind, label: '', help: '', options: [] } };
}

/** Amounts as text. */
export function amountsText(of: AmountByCurrency, exponents: Exponents): string {
  const each = Object.entries(of).map(([currency, minor]) =>
    formatMinor(BigInt(minor), currency, exponents.get(currency) ?? 2),
  );
  if (each.length === 0) return "the currency's own minimum";
  return each.length === 1 ? each[0]! : `${each.slice(0, -1).join(', ')} or ${each.at(-1)}`;
}

/** Basis points as a percentage. */
export function percent(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

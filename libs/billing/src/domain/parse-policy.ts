import { AppError, COUNTRY_EXPECTED, isCountry, type ErrorDetail } from '@portal/kernel';
import { billingErrors } from '../errors.js';
import {
  SHARE_ROUNDINGS,
  TAX_PROVIDERS,
  type AmountByCurrency,
  type OperatorIdentity,
  type PolicyKey,
  type PolicyValues,
  type TaxRate,
} from './policy.js';

type Raw = Record<string, unknown>;

const LINE = /^(?=.*\S)[^\p{Cc}]{1,200}$/u;
const LINES = /^(?=.*\S)[^\p{Cc}]{1,120}(\n[^\p{Cc}]{1,120}){0,5}$/u;
const TAX_ID = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{1,39}$/u;

/** Reads one JSON value and keeps everything that is wrong with it, each with its place. */
class Reader {
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
    return this.bad(pointer, 'not_a_boolean', 'Give true or false.', false);
  }

  text(value: unknown, pattern: RegExp, message: string, pointer: string): string {
    if (typeof value === 'string' && pattern.test(value)) return value;
    return this.bad(pointer, 'wrong_format', message, '');
  }

  /** An object with exactly these fields. */
  fields(value: unknown, names: readonly string[], pointer: string): Raw {
    if (!isObject(value)) return this.bad(pointer, 'not_an_object', `Give an object with ${list(names)}.`, {});
    for (const name of names)
      if (!Object.hasOwn(value, name))
        this.bad(`${pointer}/${name}`, 'missing_field', `The field ${name} is missing.`, null);
    for (const name of Object.keys(value))
      if (!names.includes(name)) this.bad(`${pointer}/${name}`, 'unknown_field', `Only ${list(names)}.`, null);
    return value;
  }

  array(value: unknown, least: number, most: number, pointer: string): readonly unknown[] {
    if (Array.isArray(value) && value.length >= least && value.length <= most) return value as unknown[];
    return this.bad(pointer, 'not_a_list', `Give a list of ${least} to ${most} entries.`, []);
  }

  /** Positive amounts by currency; a `null` is left out, so that a form can clear one. */
  amounts(value: unknown, pointer: string): AmountByCurrency {
    if (!isObject(value)) return this.bad(pointer, 'not_an_object', 'Give amounts by currency.', {});
    const kept: Record<string, string> = {};
    for (const [currency, amount] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const at = `${pointer}/${currency}`;
      if (!this.currencies.has(currency)) this.bad(at, 'unknown_currency', `${currency} is not a currency here.`, '');
      else if (amount !== null)
        kept[currency] = this.text(amount, /^[1-9]\d{0,13}$/, 'Give minor units as decimal text, above 0.', at);
    }
    return kept;
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

type Parsers = { [K in PolicyKey]: (read: Reader, value: unknown, at: string) => PolicyValues[K] };

const PARSERS: Parsers = {
  proration_unit: (read, value, at) => read.oneOf(value, ['seconds', 'days'], at),
  author_share: (read, value, at) => {
    const raw = read.fields(value, ['basis_points', 'base', 'rounding'], at);
    return {
      basis_points: read.whole(raw['basis_points'], 0, 10_000, `${at}/basis_points`),
      base: read.oneOf(raw['base'], ['gross'], `${at}/base`),
      rounding: read.oneOf(raw['rounding'], SHARE_ROUNDINGS, `${at}/rounding`),
    };
  },
  payment_retry: (read, value, at) => {
    const raw = read.fields(value, ['after_days', 'grace_days'], at);
    const days = read
      .array(raw['after_days'], 1, 12, `${at}/after_days`)
      .map((day, i) => read.whole(day, 1, 60, `${at}/after_days/${i}`));
    if (days.some((day, i) => i > 0 && day <= days[i - 1]!))
      read.bad(`${at}/after_days`, 'not_rising', 'Each day has to be later than the one before.', null);
    return { after_days: days, grace_days: read.whole(raw['grace_days'], 0, 60, `${at}/grace_days`) };
  },
  invoice_timing: (read, value, at) => read.oneOf(value, ['arrears'], at),
  tax: (read, value, at) => {
    const raw = read.fields(value, ['provider', 'table'], at);
    const provider = read.oneOf(raw['provider'], TAX_PROVIDERS, `${at}/provider`);
    const table = read
      .array(raw['table'], 0, 500, `${at}/table`)
      .map((row, i) => taxRate(read, row, `${at}/table/${i}`));
    const places = table.map((rate) => `${rate.country} ${rate.region ?? ''}`);
    if (new Set(places).size < places.length)
      read.bad(`${at}/table`, 'place_twice', 'Each country and region once.', null);
    if (provider === 'table' && table.length === 0)
      read.bad(`${at}/table`, 'empty_table', 'A fixed table needs at least one rate.', null);
    return { provider, table };
  },
  small_balance: (read, value, at) => read.oneOf(value, ['carry', 'keep'], at),
  dispute_fee_bearer: (read, value, at) => read.oneOf(value, ['platform', 'author'], at),
  payout_minimum: (read, value, at) => {
    const raw = read.fields(value, ['by_currency', 'by_country'], at);
    const countries = isObject(raw['by_country']) ? raw['by_country'] : {};
    if (!isObject(raw['by_country']))
      read.bad(`${at}/by_country`, 'not_an_object', 'Give amounts by currency for each country.', null);
    return {
      by_currency: read.amounts(raw['by_currency'], `${at}/by_currency`),
      by_country: Object.fromEntries(
        Object.entries(countries).map(([country, amounts]) => {
          const place = `${at}/by_country/${country}`;
          return [read.country(country, place), read.amounts(amounts, place)];
        }),
      ),
    };
  },
  payout_approvals: (read, value, at) => read.whole(value, 1, 5, at),
  payout_approval_limit: (read, value, at) => read.amounts(value, at),
  payout_decisions: (read, value, at) => read.oneOf(value, ['optional', 'required'], at),
  reconciliation_max_age_hours: (read, value, at) => read.whole(value, 1, 168, at),
  payout_account_cooldown_days: (read, value, at) => read.whole(value, 0, 90, at),
  reserve_rule: (read, value, at) => {
    const raw = read.fields(value, ['basis_points', 'months', 'above_dispute_basis_points'], at);
    const above = raw['above_dispute_basis_points'];
    return {
      basis_points: read.whole(raw['basis_points'], 0, 10_000, `${at}/basis_points`),
      months: read.whole(raw['months'], 1, 12, `${at}/months`),
      above_dispute_basis_points:
        above === null ? null : read.whole(above, 0, 10_000, `${at}/above_dispute_basis_points`),
    };
  },
  negative_balance_months: (read, value, at) => read.whole(value, 1, 36, at),
  listing_fee: (read, value, at) => read.amounts(value, at),
  listing_fee_collection: (read, value, at) => read.oneOf(value, ['invoice', 'carry'], at),
  price_source: (read, value, at) => read.oneOf(value, ['tier', 'plan'], at),
  trial_days: (read, value, at) => read.whole(value, 0, 365, at),
  operator_identity: (read, value, at) => operatorIdentity(read, value, at),
};

/**
 * A value somebody proposes for a policy, checked as a whole.
 * @param currencies lower-case codes of the ledger's currencies
 * @throws AppError `policy_value_invalid` (422) that names every wrong part
 */
export function parsePolicy<K extends PolicyKey>(
  key: K,
  value: unknown,
  currencies: ReadonlySet<string>,
): PolicyValues[K] {
  const read = new Reader(currencies);
  const parsed = PARSERS[key](read, value, '/value');
  if (read.details.length > 0) throw new AppError(billingErrors.policy_value_invalid, { details: read.details });
  return parsed;
}

function taxRate(read: Reader, value: unknown, at: string): TaxRate {
  const raw = read.fields(value, ['country', 'region', 'basis_points', 'name', 'reverse_charge'], at);
  const region = raw['region'];
  return {
    country: read.country(raw['country'], `${at}/country`),
    region:
      region === null
        ? null
        : read.text(region, /^[A-Z0-9]{1,3}$/, 'Give a region as in ISO 3166-2, without the country.', `${at}/region`),
    basis_points: read.whole(raw['basis_points'], 0, 10_000, `${at}/basis_points`),
    name: read.text(raw['name'], /^[^\p{Cc}]{1,40}$/u, 'Give a name of up to 40 characters.', `${at}/name`),
    reverse_charge: read.flag(raw['reverse_charge'], `${at}/reverse_charge`),
  };
}

function operatorIdentity(read: Reader, value: unknown, at: string): OperatorIdentity {
  const raw = read.fields(value, ['legal_name', 'address', 'country', 'tax_id'], at);
  const given = Object.values(raw).some((part) => part !== null);
  if (!given) return { legal_name: null, address: null, country: null, tax_id: null };
  const taxId = raw['tax_id'];
  return {
    legal_name: read.text(raw['legal_name'], LINE, 'Give the legal name, up to 200 characters.', `${at}/legal_name`),
    address: read.text(raw['address'], LINES, 'Give the address in up to 6 lines.', `${at}/address`),
    country: read.country(raw['country'], `${at}/country`),
    tax_id:
      taxId === null ? null : read.text(taxId, TAX_ID, 'Give a tax number of 2 to 40 characters.', `${at}/tax_id`),
  };
}

function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

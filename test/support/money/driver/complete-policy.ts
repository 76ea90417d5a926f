import { isObject } from './shapes.js';

/** Amounts in policies are decimal text; integers mean the same. */
function amounts(value: unknown): unknown {
  if (!isObject(value)) return value;
  const text = (amount: unknown): unknown => (Number.isSafeInteger(amount) ? String(amount) : amount);
  return Object.fromEntries(Object.entries(value).map(([currency, amount]) => [currency.toLowerCase(), text(amount)]));
}

/**
 * Converts a policy value to the product's complete form: missing members get their initial values, a number of basis
 * points becomes a share or a reserve, and amounts may be numbers. Anything else stays, for the product's own
 * validation to refuse.
 */
export function completePolicy(key: string, value: unknown, builtIn: unknown): unknown {
  switch (key) {
    case 'author_share': {
      const written = typeof value === 'number' ? { basis_points: value } : value;
      if (!isObject(written)) return written;
      // Earlier cases say the only way of both.
      const { base = 'gross', rounding = 'running', ...rest } = written;
      return base === 'gross' && rounding === 'running' ? { ...(builtIn as object), ...rest } : written;
    }
    case 'reserve_rule':
    case 'payment_retry': {
      const written = typeof value === 'number' && key !== 'payment_retry' ? { basis_points: value } : value;
      return isObject(written) ? { ...(builtIn as object), ...written } : written;
    }
    case 'tax': {
      const written: unknown = Array.isArray(value) ? { provider: 'table', table: value } : value;
      if (!isObject(written)) return written;
      const { provider, table = [], ...rest } = written;
      const rows = Array.isArray(table) ? (table as unknown[]) : undefined;
      const usual = { region: null, name: 'Tax', reverse_charge: false };
      return {
        provider: provider ?? (rows && rows.length > 0 ? 'table' : 'none'),
        table: rows?.map((row) => (isObject(row) ? { ...usual, ...row } : row)) ?? table,
        ...rest,
      };
    }
    case 'payout_minimum': {
      if (!isObject(value)) return value;
      const split = 'by_currency' in value || 'by_country' in value;
      const { by_currency, by_country = {}, ...rest } = split ? value : { by_currency: value };
      const usual = (builtIn as { by_currency: unknown }).by_currency;
      const countries = isObject(by_country)
        ? Object.fromEntries(Object.entries(by_country).map(([country, of]) => [country, amounts(of)]))
        : by_country;
      return { by_currency: amounts(by_currency ?? usual), by_country: countries, ...rest };
    }
    case 'listing_fee':
    case 'payout_approval_limit':
    case 'second_person_above':
      return amounts(value);
    default:
      return value;
  }
}

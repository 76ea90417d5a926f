/** Completes a policy value of which only a part was written. */
type Written = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Amounts in policies are decimal text; integers mean the same. */
function amounts(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([currency, amount]) => [
      currency.toLowerCase(),
      typeof amount === 'number' && Number.isSafeInteger(amount) ? String(amount) : amount,
    ]),
  );
}

function byCountry(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([country, of]) => [country, amounts(of)]));
}

function taxRow(row: unknown): unknown {
  return isObject(row) ? { region: null, name: 'Tax', reverse_charge: false, ...row } : row;
}

/**
 * Converts a policy value to the product's complete form: missing members get their initial values, a number of basis
 * points becomes a share or a reserve, and amounts may be numbers. Anything else stays, for the product's own
 * validation to refuse.
 */
export function completePolicy(key: string, value: unknown, builtIn: unknown): unknown {
  switch (key) {
    case 'author_share':
    case 'reserve_rule': {
      const written = typeof value === 'number' ? { basis_points: value } : value;
      return isObject(written) ? { ...(builtIn as Written), ...written } : written;
    }
    case 'payment_retry':
      return isObject(value) ? { ...(builtIn as Written), ...value } : value;
    case 'tax': {
      const written: unknown = Array.isArray(value) ? { provider: 'table', table: value } : value;
      if (!isObject(written)) return written;
      const { provider, table = [], ...rest } = written;
      return {
        provider: provider ?? (Array.isArray(table) && table.length > 0 ? 'table' : 'none'),
        table: Array.isArray(table) ? table.map(taxRow) : table,
        ...rest,
      };
    }
    case 'payout_minimum': {
      if (!isObject(value)) return value;
      const split = 'by_currency' in value || 'by_country' in value;
      const { by_currency, by_country = {}, ...rest } = split ? value : { by_currency: value };
      const usual = (builtIn as { by_currency: unknown }).by_currency;
      return { by_currency: amounts(by_currency ?? usual), by_country: byCountry(by_country), ...rest };
    }
    case 'listing_fee':
    case 'payout_approval_limit':
      return amounts(value);
    default:
      return value;
  }
}

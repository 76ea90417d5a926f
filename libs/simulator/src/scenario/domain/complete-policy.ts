/** What the whole value of a policy looks like when only the part that matters was written. */
type Written = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Amounts inside policies are decimal text; as whole numbers they mean the same. */
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
 * A policy's value as the product wants it, whole: members that were left out are the built-in ones, a bare number of
 * basis points is a share or a reserve, and amounts may be numbers. What cannot be understood stays as it is, for the
 * product's own check to refuse.
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

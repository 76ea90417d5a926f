import { object, percent } from './policy-definition.js';
import type { PolicyReader } from './policy-reader.js';

/** A rate of the fixed tax table. `region` null applies to the whole country; a region's own rate takes precedence. */
export interface TaxRate {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly region: string | null;
  readonly basis_points: number;
  /** Name on the invoice: `VAT`, `Sales tax`. */
  readonly name: string;
  /**
   * Reverse charge: a customer with a tax id of another country than the seller's owes the tax; the invoice says so and
   * adds none.
   */
  readonly reverse_charge: boolean;
}

const TAX_PROVIDERS = ['none', 'table', 'stripe_tax'] as const;

/** Who computes tax. `table` is only used by the provider of that name. */
export const taxPolicy = object<{
  readonly provider: (typeof TAX_PROVIDERS)[number];
  readonly table: readonly TaxRate[];
}>('tax', {
  title: 'Tax',
  builtIn: { provider: 'none', table: [] },
  parse: (read, value, at) => {
    const raw = read.fields(value, ['provider', 'table'], at);
    const provider = read.oneOf(raw['provider'], TAX_PROVIDERS, `${at}/provider`);
    const table = read
      .array(raw['table'], 0, 500, `${at}/table`)
      .map((row, i) => taxRate(read, row, `${at}/table/${i}`));
    const places = table.map((rate) => `${rate.country} ${rate.region ?? ''}`);
    if (new Set(places).size < places.length)
      read.bad(`${at}/table`, 'place_twice', 'Enter each country and region only once.', null);
    if (provider === 'table' && table.length === 0)
      read.bad(`${at}/table`, 'empty_table', 'Add at least one rate to the fixed table.', null);
    return { provider, table };
  },
  describe: ({ provider, table }) => {
    if (provider === 'none') return 'No tax is added to invoices.';
    if (provider === 'stripe_tax') return 'Stripe Tax computes the tax of each invoice.';
    const places = table.map(
      (rate) =>
        `${rate.country}${rate.region === null ? '' : `-${rate.region}`} ${percent(rate.basis_points)} ${rate.name}` +
        (rate.reverse_charge ? ' (reverse charge for businesses of other countries with a valid tax ID)' : ''),
    );
    return `Tax is added by a fixed table: ${places.join('; ')}. Elsewhere none.`;
  },
});

function taxRate(read: PolicyReader, value: unknown, at: string): TaxRate {
  const raw = read.fields(value, ['country', 'region', 'basis_points', 'name', 'reverse_charge'], at);
  const region = raw['region'];
  return {
    country: read.country(raw['country'], `${at}/country`),
    region:
      region === null
        ? null
        : read.text(region, /^[A-Z0-9]{1,3}$/, 'Enter a region as in ISO 3166-2, without the country.', `${at}/region`),
    basis_points: read.whole(raw['basis_points'], 0, 10_000, `${at}/basis_points`),
    name: read.text(raw['name'], /^[^\p{Cc}]{1,40}$/u, 'Enter a name of up to 40 characters.', `${at}/name`),
    reverse_charge: read.flag(raw['reverse_charge'], `${at}/reverse_charge`),
  };
}

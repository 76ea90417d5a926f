import { object } from './policy-definition.js';

const RATE = /^(?=.*[1-9])(0|[1-9]\d{0,8})(\.\d{1,10})?$/;

/**
 * The currency in which the seller owes VAT, and what others are worth in it, as invoices state it (decision 16). A rate stands
 * with the currency that it leads to, so whoever approves it sees both, and neither changes alone.
 */
export const vatCurrencyPolicy = object<{
  /** Lower case; null while nobody has decided it. */
  readonly currency: string | null;
  /** Day of the rates, `YYYY-MM-DD`; null without any. */
  readonly date: string | null;
  /** How much of `currency` one of another currency is: exact decimal text, above 0. */
  readonly rates: Readonly<Record<string, string>>;
}>('vat_currency', {
  title: 'VAT in the currency of the seller',
  builtIn: { currency: null, date: null, rates: {} },
  parse: (read, value, at) => {
    const raw = read.fields(value, ['currency', 'date', 'rates'], at);
    const rates = read.byCurrency(raw['rates'], RATE, 'Enter a decimal number above 0, such as 0.9213.', `${at}/rates`);
    const rated = Object.keys(rates).length > 0;
    const currency = raw['currency'] === null && !rated ? null : read.currency(raw['currency'], `${at}/currency`);
    if (currency !== null && currency in rates)
      read.bad(`${at}/rates/${currency}`, 'own_currency', 'The currency of the seller has no rate.', null);
    return { currency, date: rated ? read.day(raw['date'], `${at}/date`) : null, rates };
  },
  describe: ({ currency, date, rates }) => {
    if (currency === null) return 'The currency in which the seller owes VAT is not set.';
    const own = currency.toUpperCase();
    const each = Object.entries(rates).map(([code, rate]) => `1 ${code.toUpperCase()} is ${rate} ${own}`);
    return `Invoices and credit notes state VAT in ${own}${each.length === 0 ? '' : `. On ${date}, ${each.join(', ')}`}.`;
  },
});

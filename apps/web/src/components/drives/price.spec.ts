import type { CardView } from '../../api/schema.js';
import { priceChange } from './price.js';

const card = (amount_minor: string | null, plan: string | null = null, price_label = 'Free') =>
  ({
    price: amount_minor && { amount_minor, currency: 'usd', interval: 'month', plan },
    price_label,
  }) as CardView;

describe('the price of a new version', () => {
  it.each<[string, CardView | null, CardView | null, string | null]>([
    ['rises', card('4900'), card('19900'), 'The price changes from $49.00 / month to $199.00 / month.'],
    ['begins', card(null), card('4900'), 'The price changes from Free to $49.00 / month.'],
    [
      'is that of another plan',
      card('900', 'solo'),
      card('1900', 'te\u202eam'),
      'The price changes from $9.00 / month, plan solo to $19.00 / month, plan te\\u202eam.',
    ],
    ['stays', card('4900'), card('4900'), null],
    ['is the first', null, card('4900'), null],
    ['is not known, because the manifest could not be read', card('4900'), null, null],
  ])('%s', (_what, listing_before, listing, said) => expect(priceChange({ listing_before, listing })).toBe(said));
});

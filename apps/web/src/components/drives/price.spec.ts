import type { CardView, PluginView } from '../../api/schema.js';
import { pluginPriceText, priceChange, trialText } from './price.js';

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

describe('the price of a plugin for a tenant', () => {
  const at = (tenant_id: string, amount_minor: string | null, currency: string) => ({
    ...{ tenant_id, tenant_name: tenant_id, currency, price_known: true },
    price: amount_minor && { amount_minor, currency, interval: 'month', plan: null },
  });
  const plugin = (more: object = {}) =>
    ({
      ...{ price: null, price_known: true, price_by_agreement: false, billing_model: 'platform' },
      ...{ trial_days: 14, trial_used_by: ['Harbor'] },
      tenant_prices: [at('Northwind', '4500', 'eur'), at('Harbor', '7000', 'jpy')],
      ...more,
    }) as unknown as PluginView;

  it.each([
    ['that is named', 'Harbor', '¥7,000 / month'],
    ['of all where they differ', undefined, '€45.00 / month (Northwind), ¥7,000 / month (Harbor)'],
  ])('is that %s', (_what, tenant, said) => expect(pluginPriceText(plugin(), tenant)).toBe(said));

  it.each([
    ['new to it', 'Northwind', {}, '14 days free, then €45.00 / month'],
    ['that had its trial', 'Harbor', {}, 'None: already used for this plugin'],
    ['where there is none', 'Northwind', { trial_days: 0 }, null],
  ])('begins with a trial for a tenant %s', (_what, tenant, more, said) =>
    expect(trialText(plugin(more), tenant)).toBe(said),
  );
});

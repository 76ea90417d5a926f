import { isBillingSummary } from './billing-summary.js';

describe('a billing summary', () => {
  const good = { plan: 'pro', amount_cents: 1900, currency: 'usd' };

  it.each([
    ['as the contract has it', { tenant_id: 't', ...good }],
    ['of a free plan', { plan: 'free', amount_cents: 0, currency: 'eur' }],
    ['with a currency in capitals, which is reported to the author', { ...good, currency: 'USD' }],
    ['with more than the contract knows', { ...good, seats: 4 }],
  ])('%s can be read', (_name, data) => expect(isBillingSummary(data)).toBe(true));

  it.each([
    ['nothing', {}],
    ['an amount as text', { ...good, amount_cents: '1900' }],
    ['a part of a cent', { ...good, amount_cents: 19.5 }],
    ['less than nothing', { ...good, amount_cents: -1 }],
    ['more than a number holds exactly', { ...good, amount_cents: 2 ** 53 }],
    ['no amount', { plan: 'pro', currency: 'usd' }],
    ['no plan', { ...good, plan: null }],
    ['a nameless plan', { ...good, plan: '' }],
    ['a plan of a novel', { ...good, plan: 'x'.repeat(201) }],
    ['a currency by its name', { ...good, currency: 'dollars' }],
    ['a currency with a line break', { ...good, currency: 'usd\n' }],
    ['no currency', { plan: 'pro', amount_cents: 1900 }],
  ])('with %s cannot be read', (_name, data) => expect(isBillingSummary(data)).toBe(false));
});

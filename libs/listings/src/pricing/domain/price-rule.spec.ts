import type { CanonicalManifest, ManifestPricing } from '@portal/contract';
import { monthlyPlans, priceRule } from './price-rule.js';

const manifest = (pricing: ManifestPricing): CanonicalManifest => ({ pricing }) as CanonicalManifest;
const plan = (id: string, priceCents: number, interval = 'month') => ({ id, name: id, priceCents, interval });
const plans = (...list: ReturnType<typeof plan>[]) =>
  manifest({ kind: 'plans', model: 'subscription', currency: 'USD', plans: list });
const tier = (name: string) => manifest({ kind: 'tier', tier: name });

describe('the key of a price lookup', () => {
  it.each([
    ['a tier', tier('pro'), 'tier', { kind: 'tier', tier: 'pro' }],
    ['a tier, though plans come first: it has none', tier('pro'), 'plan', { kind: 'tier', tier: 'pro' }],
    ['the free tier', tier('free'), 'tier', { kind: 'free' }],
    ['a custom tier', tier('custom'), 'tier', { kind: 'agreed' }],
    ['a tier nobody knows', tier('gold'), 'tier', { kind: 'unknown' }],
    ['nothing at all', manifest({ kind: 'none' }), 'tier', { kind: 'free' }],
    ['free plans only', plans(plan('a', 0), plan('b', 0)), 'tier', { kind: 'free' }],
    ['paid plans, where the table counts', plans(plan('a', 100)), 'tier', { kind: 'unknown' }],
    ['one monthly plan', plans(plan('a', 100)), 'plan', { kind: 'plan', plan: plan('a', 100), currency: 'usd' }],
    [
      'several plans, of which none was chosen, the cheapest paid one of those that can be billed',
      plans(plan('free', 0), plan('b', 1_000), plan('a', 900), plan('year', 100, 'year')),
      'plan',
      { kind: 'plan', plan: plan('a', 900), currency: 'usd' },
    ],
    ['a yearly plan', plans(plan('a', 100, 'year')), 'plan', { kind: 'unknown' }],
    [
      'a free plan beside a yearly one, which nobody could bill',
      plans(plan('free', 0), plan('a', 100, 'year')),
      'plan',
      { kind: 'unknown' },
    ],
    [
      'a currency in which nobody is billed',
      manifest({ kind: 'plans', model: 'subscription', currency: 'xau', plans: [plan('a', 100)] }),
      'plan',
      { kind: 'unknown' },
    ],
  ] as const)('with %s is found', (_name, given, source, expected) => {
    expect(priceRule(given, source, null)).toEqual(expected);
  });

  it('is the plan that finance chose, while the manifest has it', () => {
    const three = plans(plan('free', 0), plan('a', 100), plan('b', 200));
    expect(priceRule(three, 'plan', 'b')).toEqual({ kind: 'plan', plan: plan('b', 200), currency: 'usd' });
    expect(priceRule(three, 'plan', 'free')).toEqual({ kind: 'free' });
    expect(priceRule(three, 'plan', 'c')).toEqual({ kind: 'unknown' });
  });

  it('excludes a plan whose amount is not a whole number of minor units', () => {
    expect(monthlyPlans(plans(plan('a', 10.5), plan('b', 5)))).toEqual([plan('b', 5)]);
  });
});

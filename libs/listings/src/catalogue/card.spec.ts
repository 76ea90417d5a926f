import { entryCard, type EntryRow } from './card.js';

const PLANS = [
  { plan: 'team', amount_minor: '10000', currency: 'usd' },
  { plan: 'solo', amount_minor: '9000', currency: 'usd' },
  { plan: 'hobby', amount_minor: '0', currency: 'usd' },
];
const ROW: EntryRow = {
  drive_id: 'd',
  slug: 'draftsmith',
  name: 'Draftsmith',
  sort_name: 'draftsmith',
  tagline: 'Drafts',
  author: 'Ada Works',
  category: null,
  motion: null,
  tier: null,
  version: '1.0.0',
  permissions_count: 1,
  installs: 0,
  installs_down: 0,
  updated_at: '2026-11-20 10:00:00+00',
  icon: null,
  accent: null,
  conformance_ok: null,
  checks: null,
  verified_at: null,
  proof: null,
  listed_at: '2026-11-01T00:00:00Z',
  amount_minor: null,
  currency: null,
  billing_model: null,
  host_plan: null,
  plans: null,
};

describe('the price on a card', () => {
  it.each<[string, Partial<EntryRow>, string, string | null]>([
    [
      'of a tier is that of the price list',
      { tier: 'starter', amount_minor: '4900', currency: 'usd' },
      '49.00 USD per month',
      '4900',
    ],
    ['of a free tier is none', { tier: 'free' }, 'Free', null],
    ['without a tier and a plan is on request', {}, 'Price on request', null],
    ['of the only plan is that plan’s', { plans: PLANS.slice(0, 1) }, '100.00 USD per month', '10000'],
    [
      'of the plan that the host sells is that plan’s',
      { plans: PLANS, host_plan: 'team' },
      '100.00 USD per month',
      '10000',
    ],
    [
      'of several plans is that of the cheapest paid one by amount, not by text',
      { plans: PLANS },
      '90.00 USD per month',
      '9000',
    ],
    ['of a free plan that the host sells is none', { plans: PLANS, host_plan: 'hobby' }, 'Free plan', null],
    ['of a plan that is gone is on request', { plans: PLANS, host_plan: 'gone' }, 'Price on request', null],
    [
      'is unknown where the author bills, whatever the tier',
      { tier: 'starter', amount_minor: '4900', currency: 'usd', billing_model: 'author_billing' },
      'Billed by the author',
      null,
    ],
    [
      'of a free Drive that the author bills is not called free',
      { tier: 'free', billing_model: 'author_billing' },
      'Billed by the author',
      null,
    ],
  ])('%s', (_what, given, label, amount) => {
    const card = entryCard({ ...ROW, ...given });
    expect([card.price_label, card.price?.amount_minor ?? null]).toEqual([label, amount]);
    expect(card.billing_model).toBe(given.billing_model ?? 'platform');
  });
});

describe('the accent on a card', () => {
  it.each([
    ['#1f6f5c', '#1f6f5c'],
    ['#ABCDEF', '#abcdef'],
    ['red', null],
    ['#123456;background:url(//evil)', null],
    [null, null],
  ])('of %j is %j', (accent, shown) => expect(entryCard({ ...ROW, accent }).accent).toBe(shown));
});

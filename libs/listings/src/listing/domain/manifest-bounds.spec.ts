import { readManifest } from '@portal/contract';
import { MOST, outOfBounds } from './manifest-bounds.js';

const flat = (over: object) =>
  readManifest({
    name: 'Draft Writer',
    description: 'Writes first drafts.',
    category: 'Content',
    version: '1.0.0',
    contract_version: 'v1',
    capabilities: ['install', 'uninstall'],
    permissions_requested: ['venture.read'],
    icon_url: 'https://draft.example/icon.png',
    ...over,
  }).manifest!;
const plan = (over: object) => ({
  pricing: {
    model: 'subscription',
    currency: 'usd',
    plans: [
      { id: 'small', name: 'Small', price_cents: 4900, interval: 'month' },
      { id: 'large', name: 'Large', price_cents: 9900, interval: 'month', ...over },
    ],
  },
});
const pointers = (over: object): string[] => outOfBounds(flat(over)).map(({ pointer }) => pointer);
// A sign outside the basic plane is one character.
const long = (length: number): string => '\u{1F680}'.repeat(length);

describe('limits of the stored manifest', () => {
  it.each<[string, object]>([
    ['an ordinary manifest', plan({})],
    ['the highest price', plan({ price_cents: MOST.priceCents })],
    ['a plan that costs nothing', plan({ price_cents: 0 })],
    ['the longest name', { name: long(MOST.name) }],
    ['the longest category', { category: long(MOST.category) }],
    ['the longest version', { version: long(MOST.version) }],
    ['the longest permission', { permissions_requested: [long(MOST.permission)] }],
    ['the longest id of a plan', plan({ id: long(MOST.planId) })],
    ['a description of any length', { description: long(30_000) }],
  ])('allow %s', (_what, over) => expect(pointers(over)).toEqual([]));

  it.each<[string, object, string]>([
    ['a price one above the highest', plan({ price_cents: MOST.priceCents + 1 }), '/pricing/plans/1/price_cents'],
    ['the highest whole number', plan({ price_cents: Number.MAX_SAFE_INTEGER }), '/pricing/plans/1/price_cents'],
    [
      'a price by the year, which is shown as well',
      plan({ price_cents: MOST.priceCents + 1, interval: 'year' }),
      '/pricing/plans/1/price_cents',
    ],
    ['a name one too long', { name: long(MOST.name + 1) }, '/name'],
    ['a category one too long', { category: long(MOST.category + 1) }, '/category'],
    ['a version one too long', { version: long(MOST.version + 1) }, '/version'],
    [
      'a permission one too long',
      { permissions_requested: ['a', long(MOST.permission + 1)] },
      '/permissions_requested/1',
    ],
    ['an id of a plan one too long', plan({ id: long(MOST.planId + 1) }), '/pricing/plans/1/id'],
  ])('refuse %s, and name the place', (_what, over, pointer) => expect(pointers(over)).toEqual([pointer]));

  it('name what would be accepted', () => {
    expect(outOfBounds(flat(plan({ price_cents: MOST.priceCents + 1 })))).toEqual([
      {
        pointer: '/pricing/plans/1/price_cents',
        expected: 'at most 1000000000000 minor units',
        received: '1000000000001',
        cause: 'The price of a plan is more than can be billed.',
        fix: '"price_cents" is in minor units: for 49.00 write 4900. Use at most 1000000000000 minor units.',
      },
    ]);
  });
});

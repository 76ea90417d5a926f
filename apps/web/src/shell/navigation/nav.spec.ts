import type { Area, Me, MemberCapability } from '../../api/session.js';
import { activeItem, areaNav, groupsFor, itemsOf, resourcesFor } from './nav.js';

const AREAS = Object.keys(areaNav) as Area[];
const OWNER = {
  roles: [{ role: 'author' }],
  member_may: ['develop', 'see_money', 'manage_money', 'own'],
} as unknown as Me;

it.each([
  ['author', '/author', 'Home'],
  ['author', '/author/drives/1/installs', 'Drives'],
  ['author', '/author/submissions/1', 'Drives'],
  ['author', '/author/tax-profile', 'Payout account'],
  ['author', '/author/payouts/1', 'Payouts'],
  ['review', '/review/submissions/1', 'Queue'],
  ['review', '/review/drives/1', 'Live Drives'],
  ['plugins', '/plugins/notes/install', 'Browse'],
  ['plugins', '/plugins/invoices/1', 'Billing'],
  ['admin', '/admin/drives/1', 'Live Drives'],
] as const)('in %s, %s belongs to %s', (area, address, text) => {
  expect(activeItem(itemsOf(groupsFor(area, OWNER)), address)?.text).toBe(text);
});

it('everybody who is signed in reaches plugins, the validator, the documentation and the status; the sandbox only in a sandbox', () => {
  const shown = (mode: string) => resourcesFor({ mode, areas: [] as string[] } as Me).items.map(({ to }) => to);
  expect(shown('production')).toEqual(['/catalogue', '/validate', '/statistics', '/docs', '/status']);
  expect(activeItem(resourcesFor(null).items, '/docs/signing')?.to).toBe('/docs');
  expect(shown('sandbox')).toEqual([...shown('production'), '/sandbox']);
});

it.each(AREAS)('%s has groups of at most seven entries, each but the first with a title', (area) => {
  const groups = groupsFor(area, OWNER);
  for (const [i, { title, items }] of groups.entries()) {
    expect(items.length).toBeLessThanOrEqual(7);
    expect([i, title !== '']).toEqual([i, i > 0]);
  }
  const addresses = itemsOf(groups).map(({ to }) => to);
  expect(new Set(addresses).size).toBe(addresses.length);
});

it.each<[string, MemberCapability[], boolean]>([
  ['an owner', ['develop', 'see_money', 'manage_money', 'own'], true],
  ['a developer', ['develop'], false],
  ['a finance member', ['see_money', 'manage_money'], true],
  ['a read-only member', ['see_money'], true],
])('the menu of %s has the pages about money only if they open: %j', (_who, memberMay, expected) => {
  const me = { roles: [{ role: 'author', scope_id: 'o' }], acts_for: 'o', member_may: memberMay } as unknown as Me;
  const shown = itemsOf(groupsFor('author', me)).map(({ to }) => to);
  for (const page of ['earnings', 'payouts', 'earnings-estimator', 'payout-account', 'listing-fees'])
    expect([page, shown.includes(`/author/${page}`)]).toEqual([page, expected]);
  expect(shown).toEqual(expect.arrayContaining(['/author', '/author/drives', '/author/secrets', '/author/team']));
});

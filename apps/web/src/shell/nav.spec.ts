import { activeItem, areaNav, menuNav, visitorNav } from './nav.js';

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
  expect(activeItem(areaNav[area].items, address)?.text).toBe(text);
});

it('leads a visitor to every public part, and to the way in', () => {
  expect(visitorNav.map(({ to }) => to)).toEqual(['/catalogue', '/validate', '/statistics', '/docs', '/apply']);
  expect(menuNav(null).map(({ to }) => to)).toEqual(['/', ...visitorNav.map(({ to }) => to), '/sign-in', '/sign-up']);
  expect(menuNav({} as never).map(({ to }) => to)).not.toContain('/sign-in');
  expect(activeItem(visitorNav, '/docs/signing')?.to).toBe('/docs');
});

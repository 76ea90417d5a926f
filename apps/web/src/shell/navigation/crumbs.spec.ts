import type { QueryClient } from '@tanstack/react-query';
import { makeRouter } from '../../router.js';
import { areaOf } from './area.js';
import { crumbsOf } from './crumbs.js';
import type { Area, Me } from '../../api/session.js';
import { areaNav, groupsFor, itemsOf, resourcesFor } from './nav.js';

const AREAS = Object.keys(areaNav) as Area[];
const OWNER = { roles: [{ role: 'author' }], member_may: ['see_money'] } as unknown as Me;
const { routesByPath } = makeRouter({} as QueryClient);

/** The names of the pages above a page, for somebody with every area. */
function above(pattern: string): string[] {
  const pathname = pattern.replaceAll(/\$\w*/g, '1');
  const area = areaOf(pathname, AREAS);
  const start = area === 'public' ? undefined : { to: areaNav[area].home, text: areaNav[area].title };
  const items = itemsOf([...(area === 'public' ? [] : groupsFor(area, OWNER)), resourcesFor(null)]);
  return crumbsOf({ pathname, pattern, isPage: (route) => route in routesByPath }, items, start).map(
    ({ text }) => text,
  );
}

it.each([
  ['/author', []],
  ['/author/drives', []],
  ['/author/drives/$id', ['Author', 'Drives']],
  ['/author/drives/$id/installs', ['Author', 'Drives', 'Drive']],
  ['/author/submissions/$id', ['Author', 'Drives']],
  ['/author/tax-profile', ['Author', 'Payout account']],
  ['/review/submissions/$id', ['Review']],
  ['/finance/invoices/$id', ['Finance', 'Invoices']],
  ['/finance/ledger/sources/$type/$id', ['Finance', 'Ledger']],
  ['/plugins/invoices/$id', ['Plugins', 'Billing']],
  ['/admin/tenants/$id/operators', ['Admin', 'Tenants']],
  ['/catalogue/$slug', ['Catalogue']],
  ['/docs/signing', ['Documentation']],
])('above %s are %j', (pattern, expected) => {
  expect(above(pattern)).toEqual(expected);
});

// Pages outside of every area that people reach from a mail or the header.
const ALONE =
  /^\/($|sign-|confirm-email|forgot-|reset-|cancel-|invitation|account$|notifications|first-admin|staff-invitation|reports|statement-roots|apply|sell|terms|privacy|help|agreement|operator)/;

it('every page that no menu opens has a page above it', () => {
  const inMenus = new Set(
    itemsOf([...AREAS.flatMap((area) => groupsFor(area, OWNER)), resourcesFor(null)]).map(({ to }) => to),
  );
  const lost = Object.keys(routesByPath).filter(
    (pattern) => !inMenus.has(pattern) && !ALONE.test(pattern) && pattern !== '/sandbox' && above(pattern).length === 0,
  );
  expect(lost).toEqual([]);
});

import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/errors.js';
import type { Area, Me } from '../../api/session.js';
import { makeRouter } from '../../router.js';
import { areaOf } from '../navigation/area.js';
import { areaNav, groupsFor, itemsOf, roleOfArea } from '../navigation/nav.js';

const AREAS = Object.keys(areaNav) as Area[];

/** Whether the page opens for somebody who has one area only, or the code of the refusal. */
async function opens(path: string, area: Area, withheld = false): Promise<string> {
  const me = {
    user: { email: 'x@staff.example' },
    areas: withheld ? [] : [area],
    roles: [],
    withheld_roles: withheld ? [roleOfArea[area]] : [],
  } as unknown as Me;
  return guarded(path, () => me);
}

/** A person whose cached rights differ from those that the server reports now. */
async function guarded(path: string, known: () => Me, now = known): Promise<string> {
  const queryClient = {
    ensureQueryData: () => Promise.resolve(known()),
    fetchQuery: () => Promise.resolve(now()),
  } as unknown as QueryClient;
  const route = makeRouter(queryClient).routesByPath[path as '/audit'];
  const guard = route.parentRoute.options.beforeLoad as unknown as (input: object) => Promise<void>;
  try {
    await guard({ context: { queryClient }, location: { href: path } });
    return 'opens';
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error);
  }
}

it.each([
  ['/audit', ['review', 'finance', 'admin']],
  ['/review/drives', ['review', 'admin']],
  ['/review/drives/$id', ['review', 'admin']],
  ['/review', ['review']],
  ['/admin/tenants', ['admin']],
])('%s opens for exactly those whom the API answers: %j', async (path, areas) => {
  for (const area of AREAS) {
    expect([area, await opens(path, area)]).toEqual([area, areas.includes(area) ? 'opens' : 'role_missing']);
    expect(await opens(path, area, true)).toBe(areas.includes(area) ? 'second_factor_required' : 'role_missing');
  }
});

it('a page of several areas is shown in the area that is open to the reader, with a menu entry', () => {
  expect((['review', 'finance', 'admin'] as const).map((area) => areaOf('/audit', [area]))).toEqual([
    'review',
    'finance',
    'admin',
  ]);
  expect([areaOf('/review/drives/1', ['admin']), areaOf('/review/drives', ['review', 'admin'])]).toEqual([
    'admin',
    'review',
  ]);
  expect([areaOf('/audit'), areaOf('/review', ['admin']), areaOf('/')]).toEqual(['admin', 'review', 'public']);
  const having = (to: string) => AREAS.filter((area) => itemsOf(groupsFor(area, null)).some((item) => item.to === to));
  expect(having('/audit')).toEqual(['review', 'finance', 'admin']);
  expect(having('/review/drives')).toEqual(['review', 'admin']);
});

it.each(['/author/earnings', '/author/payouts/$id', '/author/payout-account', '/author/tax-profile'])(
  '%s opens for members who may see money, also when that changed since the last check',
  async (path) => {
    const member = (memberMay: string[]): Me =>
      ({ areas: ['author'], roles: [{ role: 'author' }], withheld_roles: [], member_may: memberMay }) as unknown as Me;
    const visit = (known: Me, now: Me): Promise<string> =>
      guarded(
        path,
        () => known,
        () => now,
      );
    expect(await visit(member(['see_money']), member([]))).toBe('opens');
    expect(await visit(member(['develop']), member(['see_money']))).toBe('opens');
    expect(await visit(member(['develop']), member(['develop']))).toBe('member_role_missing');
  },
);

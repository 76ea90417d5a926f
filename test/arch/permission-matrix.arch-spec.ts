import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MEMBERS, PERMISSIONS, STEP_UP } from '../support/http/permission-matrix.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const api = JSON.parse(readFileSync(path.resolve(__dirname, '../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { security: object[]; description: string }>>;
};
const routes = Object.entries(api.paths).flatMap(([url, operations]) =>
  Object.keys(operations)
    .filter((method) => METHODS.includes(method))
    .map((method) => `${method.toUpperCase()} ${url}`),
);

// docs/openapi.json is compared with the controllers by `npm run check`, so no browser and no server is needed to find
// a gap.
describe('the permission matrix', () => {
  it('has a row for every route of the API', () => {
    expect(routes.length).toBeGreaterThan(200);
    expect(routes.filter((route) => !(route in PERMISSIONS))).toEqual([]);
  });

  it('has no row for a removed route', () => {
    for (const rows of [Object.keys(PERMISSIONS), [...STEP_UP], Object.keys(MEMBERS)])
      expect(rows.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('agrees with the description of the API about each route', () => {
    const described = (route: string) => {
      const [method, url] = route.split(' ') as [string, string];
      const { security, description } = api.paths[url]![method.toLowerCase()]!;
      return { signedIn: security.length > 0, description };
    };
    for (const route of routes) {
      const allowed = PERMISSIONS[route]!;
      const { signedIn, description } = described(route);
      expect([route, signedIn]).toEqual([route, allowed !== 'public']);
      if (typeof allowed === 'string') continue;
      const roles = /For these roles: ([a-z, ]+)\./.exec(description)?.[1]?.split(', ') ?? [];
      expect([route, roles.sort()]).toEqual([route, [...allowed].sort()]);
      expect([route, description.includes('Needs a recent proof')]).toEqual([route, STEP_UP.has(route)]);
    }
  });
});

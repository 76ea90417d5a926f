import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MEMBERS, PERMISSIONS, STEP_UP } from '../support/permission-matrix.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const api = JSON.parse(readFileSync(path.resolve(__dirname, '../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
const routes = Object.entries(api.paths).flatMap(([url, operations]) =>
  Object.keys(operations)
    .filter((method) => METHODS.includes(method))
    .map((method) => `${method.toUpperCase()} ${url}`),
);

// docs/openapi.json is held against the controllers by `npm run check`, so no browser and no server is needed to see a gap.
describe('the permission matrix', () => {
  it('has a row for every route of the API', () => {
    expect(routes.length).toBeGreaterThan(200);
    expect(routes.filter((route) => !(route in PERMISSIONS))).toEqual([]);
  });

  it('has no row for a route that is gone', () => {
    for (const rows of [Object.keys(PERMISSIONS), [...STEP_UP], Object.keys(MEMBERS)])
      expect(rows.filter((route) => !routes.includes(route))).toEqual([]);
  });
});

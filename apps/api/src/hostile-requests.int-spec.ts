import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { testConfig } from '../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { createApi } from './create-api.js';

interface Route {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
}

/** Only the payment provider sends more, and its bytes are not read before its signature was verified. */
const PROVIDER = /^\/api\/stripe\/webhooks/;
const SMALL_BYTES = 8 * 1024;
const BODIES = [
  'null',
  '[]',
  '"text"',
  '{',
  '['.repeat(5_000),
  '{"email":"a","email":"b"}',
  `{${Array.from({ length: 300 }, (_, i) => `"f${i}":{}`).join()}}`,
  ...['email', 'password', 'token', 'name', 'person', 'code', 'challenge'].flatMap((field) =>
    ['null', '[]', '{"a":1}', '1e300', '""', `"${'x'.repeat(5_000)}"`, '"\\ud83d\\ude00\\r\\n"', '["a","b"]'].map(
      (value) => `{"${field}":${value}}`,
    ),
  ),
];

describe('whoever has not signed in', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let open: Route[];

  const send = ({ method, url }: Route, payload: string) =>
    app.inject({ method, url, payload, headers: { 'content-type': 'application/json' } });

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await createApi(testConfig(database.url));
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const { paths } = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json<{
      paths: Record<string, Record<string, unknown>>;
    }>();
    const routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .map((method) => method.toUpperCase())
        .filter((method) => method !== 'GET')
        .map((method) => ({ method, url: path.replaceAll(/\{\w+\}/g, 'x') }) as Route),
    );
    open = [];
    for (const route of routes) if ((await send(route, '{"nothing":1}')).statusCode !== 401) open.push(route);
    expect(open.map(({ url }) => url)).toEqual(
      expect.arrayContaining(['/api/v1/auth/sign-in', '/api/v1/auth/sign-up', '/api/v1/auth/password-reset']),
    );
    expect(routes.length).toBeGreaterThan(2 * open.length);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('sends no more than 8 KB to any route, but for the payment provider', async () => {
    const beyond = `{"text":"${'x'.repeat(SMALL_BYTES)}"}`;
    const taken = [];
    for (const route of open) if ((await send(route, beyond)).statusCode !== 413) taken.push(route.url);
    expect(taken.filter((url) => !PROVIDER.test(url))).toEqual([]);
  });

  it('is refused with the envelope and never with a 500, whatever the body is', async () => {
    const wrong: unknown[] = [];
    for (const route of open)
      for (const payload of BODIES) {
        const answer = await send(route, payload);
        const body = answer.json<{ ok?: unknown; error?: unknown; request_id?: unknown }>();
        const whole = body.ok === true || (typeof body.error === 'string' && typeof body.request_id === 'string');
        if (answer.statusCode >= 500 || !whole)
          wrong.push([route.url, payload.slice(0, 80), answer.body.slice(0, 300)]);
      }
    expect(wrong).toEqual([]);
  });
});

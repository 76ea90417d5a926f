import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PRODUCTION, testConfig } from '../../../../test/support/config.js';
import { OwnDatabase } from '../../../../test/support/database/database.js';
import { createApi } from '../create-api.js';

interface Document {
  paths: Record<string, object>;
  tags: { name: string }[];
  components: { schemas: Record<string, object> };
}

const described = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../../docs/openapi.json'), 'utf8'),
) as Document;

describe('GET /api/openapi.json', () => {
  const database = OwnDatabase.forTests();

  async function served(environment: NodeJS.ProcessEnv): Promise<Document> {
    const app = await createApi(testConfig(database.url, environment));
    try {
      await app.init();
      await app.getHttpAdapter().getInstance().ready();
      const { body, statusCode } = await app.inject({ method: 'GET', url: '/api/openapi.json' });
      expect(statusCode).toBe(200);
      return JSON.parse(body) as Document;
    } finally {
      await app.close();
    }
  }

  it.each([
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/',
    '/api/docs/swagger-ui-init.js',
    '/api/docs/swagger-ui-bundle.js',
    '/api/docs/swagger-ui-standalone-preset.js',
    '/api/docs/swagger-ui.css',
    '/api/docs/favicon-32x32.png',
  ])(
    '%s is built once and served with an ETag, compressed on request, and as 304 when it is unchanged',
    async (url) => {
      const app = await createApi(testConfig(database.url, {}));
      try {
        await app.init();
        await app.getHttpAdapter().getInstance().ready();
        const get = (headers = {}) => app.inject({ method: 'GET', url, headers });
        const plain = await get();
        const zipped = await get({ 'accept-encoding': 'br, gzip' });
        expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
        expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
        const { etag } = plain.headers;
        expect(zipped.headers.etag).toBe(etag);
        const known = await get({ 'if-none-match': etag });
        expect([known.statusCode, known.body]).toEqual([304, '']);
        const weak = await get({ 'if-none-match': `"other", W/${etag!}` });
        expect(weak.statusCode).toBe(304);
        expect([plain.statusCode, plain.body.includes('"swaggerUrl": "/api/openapi.json"')]).toEqual([
          200,
          url.endsWith('init.js'),
        ]);
        // Nothing serialises it again at another address.
        expect((await app.inject({ url: '/api/docs-yaml' })).statusCode).toBe(404);
      } finally {
        await app.close();
      }
    },
  );

  it('equals docs/openapi.json, word for word', async () => {
    expect(await served({})).toEqual(described);
  });

  it('leaves out what this process does not serve: the routes of a sandbox and of demo persons in production', async () => {
    const { paths, tags, components } = await served(PRODUCTION);
    const missing = Object.keys(described.paths).filter((route) => paths[route] === undefined);
    const isOfSandbox = (route: string): boolean => /^\/api\/v1\/(sandbox|demo)(\/|$)/.test(route);
    expect(missing).toEqual(Object.keys(described.paths).filter(isOfSandbox));
    expect(missing.length).toBeGreaterThan(5);
    const gone = described.tags.map(({ name }) => name).filter((name) => !tags.some((tag) => tag.name === name));
    expect(gone).toEqual(['demo', 'sandbox']);
    expect(components.schemas).toHaveProperty('FailureView');
    for (const name of ['DemoPersonView', 'DemoSignInDto']) {
      expect(described.components.schemas).toHaveProperty(name);
      expect(components.schemas).not.toHaveProperty(name);
    }
  });

  it('omits one-click sign-in in a sandbox without demo persons', async () => {
    const { paths } = await served({ DEMO: '' });
    const missing = Object.keys(described.paths).filter((route) => paths[route] === undefined);
    expect(missing).toEqual(['/api/v1/demo/filling', '/api/v1/demo/persons', '/api/v1/demo/sign-in']);
  });

  it.each(['/', '/api/openapi.json', '/api/docs', '/api/docs/swagger-ui.js.map'])(
    '%s counts against the read limit of the address',
    async (url) => {
      const app = await createApi(testConfig(database.url, { READ_SHARE_PERCENT: '1' }));
      try {
        await app.init();
        const one = async () => (await app.inject({ url, remoteAddress: '203.0.113.7' })).statusCode;
        expect(await Promise.all(Array.from({ length: 100 }, one))).toContain(429);
        expect((await app.inject({ url, remoteAddress: '198.51.100.7' })).statusCode).not.toBe(429);
      } finally {
        await app.close();
      }
    },
  );
});

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PRODUCTION, testConfig } from '../../../test/support/config.js';
import { OwnDatabase } from '../../../test/support/database/database.js';
import { createApi } from './create-api.js';

/** Their answers do not depend on the caller. */
const PUBLIC = '/api/public/';

describe('the answers of the api and their headers', () => {
  const database = OwnDatabase.forTests();
  let app: NestFastifyApplication;
  const start = async (environment: NodeJS.ProcessEnv = {}): Promise<NestFastifyApplication> => {
    const api = await createApi(testConfig(database.url, environment));
    await api.init();
    await api.getHttpAdapter().getInstance().ready();
    return api;
  };
  beforeAll(async () => {
    app = await start();
    database.beforeClose(() => app.close());
  });

  it('prevent caching of what is not public, whoever asks and whatever the outcome', async () => {
    const document = await app.inject({ method: 'GET', url: '/api/openapi.json' });
    const { paths } = document.json<{ paths: Record<string, Record<string, unknown>> }>();
    const persons = await app.inject({ method: 'GET', url: '/api/v1/demo/persons' });
    const { items } = persons.json<{ data: { items: { person: string }[] } }>().data;
    const cookies = [''];
    for (const { person } of items) {
      const signedIn = await app.inject({ method: 'POST', url: '/api/v1/demo/sign-in', payload: { person } });
      cookies.push(String(signedIn.headers['set-cookie']).split(';')[0]!);
    }
    expect(cookies.length).toBeGreaterThan(3);
    const keepable = new Set<string>();
    const bare: string[] = [];
    let answered = 0;
    for (const [path, operations] of Object.entries(paths)) {
      if (operations['get'] === undefined || path.endsWith('/live')) continue;
      const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000');
      for (const cookie of cookies) {
        const { headers, statusCode } = await app.inject({ method: 'GET', url, headers: { cookie } });
        if (statusCode === 200 && cookie !== '') answered += 1;
        if (headers['cache-control'] !== 'no-store') keepable.add(path);
        if (headers['permissions-policy'] === undefined || headers['x-frame-options'] !== 'DENY') bare.push(path);
      }
    }
    expect([[...keepable].filter((path) => !path.startsWith(PUBLIC)), bare]).toEqual([[], []]);
    expect(answered).toBeGreaterThan(50);
  });

  it('prevent framing, also of a plugin’s pages for those who do not operate it', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    const signIn = { method: 'POST', url: '/api/v1/demo/sign-in', payload: { person: 'operator' } } as const;
    const cookie = String((await app.inject(signIn)).headers['set-cookie']).split(';')[0]!;
    for (const url of [
      '/',
      `/plugins/installed/${id}`,
      `/plugins/installed/${id}/open`,
      `/plugins/installed/${id}/open/a/b.html?c=d`,
    ])
      for (const headers of [{}, { cookie }]) {
        const page = await app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
        const policy = String(page.headers['content-security-policy']);
        expect([url, page.statusCode, policy.includes("default-src 'none'"), policy.includes('frame-src')]).toEqual([
          url,
          200,
          true,
          false,
        ]);
        expect(page.body).toContain('<meta name="framed-origin" content="" />');
      }
  });

  it('have the first page for every Accept header', async () => {
    for (const accept of [undefined, '*/*', 'text/html', 'application/json']) {
      const page = await app.inject({ method: 'GET', url: '/', headers: accept === undefined ? {} : { accept } });
      expect([accept, page.statusCode]).toEqual([accept, 200]);
    }
  });

  it('require https of browsers in production only', async () => {
    const production = await start(PRODUCTION);
    try {
      for (const url of ['/api/health/live', '/nowhere', '/api/public/catalogue/%ff', '/']) {
        const sent = async (api: NestFastifyApplication): Promise<unknown> =>
          (await api.inject({ method: 'GET', url, headers: { accept: 'text/html' } })).headers[
            'strict-transport-security'
          ];
        expect([url, await sent(production), await sent(app)]).toEqual([url, 'max-age=31536000', undefined]);
      }
      const { payload } = await production.inject({ method: 'GET', url: '/.well-known/security.txt' });
      expect(payload).toContain('Contact: mailto:portal@example.org\n');
    } finally {
      await production.close();
    }
  });

  it('name a security contact that expires in less than a year', async () => {
    const { headers, payload, statusCode } = await app.inject({ method: 'GET', url: '/.well-known/security.txt' });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const days = (Date.parse(/^Expires: (.+)$/m.exec(payload)![1]!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
  });
});

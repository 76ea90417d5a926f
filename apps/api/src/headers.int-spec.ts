import { existsSync } from 'node:fs';
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

  describe('say in the head of the document', () => {
    const page = (url: string) => app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    const ofHead = (body: string, pattern: RegExp): string | undefined => pattern.exec(body)?.[1];

    it('a title and a description of its own for every page that search engines are told of', async () => {
      const { body, headers } = await app.inject({ method: 'GET', url: '/sitemap.xml' });
      expect(headers['content-type']).toContain('application/xml');
      const addresses = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
      expect(addresses.length).toBeGreaterThan(10);
      const titles = new Set<string | undefined>();
      for (const address of addresses) {
        const url = new URL(address);
        const sent = await page(url.pathname);
        const head = sent.body.split('</head>')[0]!;
        titles.add(ofHead(head, /<title>(.*?)<\/title>/));
        expect([address, sent.statusCode, ofHead(head, /<link rel="canonical" href="(.*?)"/)]).toEqual([
          address,
          200,
          address,
        ]);
        expect(head).toMatch(/<meta property="og:title" content=".+?" \/>/);
        expect(head).toMatch(/<meta name="description" content=".{20,}?" \/>/);
        expect(head).not.toContain('noindex');
      }
      expect(titles.size).toBe(addresses.length);
      const picture = ofHead((await page('/')).body, /<meta property="og:image" content="(.*?)"/)!;
      expect(existsSync(`apps/web/public${new URL(picture).pathname}`)).toBe(true);
    });

    it('that no search engine keeps a page for one reader', async () => {
      for (const url of ['/author', '/sign-in', '/finance/runs/1', '/account/'])
        expect([url, (await page(url)).body.includes('<meta name="robots" content="noindex" />')]).toEqual([url, true]);
    });

    it('that there is no plugin of an unknown slug, and send the page with it', async () => {
      for (const url of ['/catalogue/no-such-plugin', '/catalogue/<script>', '/catalogue/%00']) {
        const sent = await page(url);
        expect([url, sent.statusCode, sent.body.includes('<div id="root">')]).toEqual([url, 404, true]);
        expect(sent.body).toContain('noindex');
      }
    });
  });

  it('tell search engines where the pages are, and what is not for them', async () => {
    const { body, statusCode } = await app.inject({ method: 'GET', url: '/robots.txt' });
    expect([statusCode, body]).toEqual([
      200,
      expect.stringMatching(/^User-agent: \*\n[^]*Sitemap: http.*\/sitemap.xml\n$/),
    ]);
    expect((await app.inject({ method: 'GET', url: '/favicon.ico' })).headers['location']).toBe('/assets/icon-2.svg');
  });

  it('tell a stranger that nobody is signed in, without a refusal', async () => {
    const session = async (headers = {}) => app.inject({ method: 'GET', url: '/api/v1/session', headers });
    const stranger = await session();
    expect([stranger.statusCode, stranger.json<{ data: unknown }>().data]).toEqual([
      200,
      { me: null, clock_offset_ms: expect.any(Number), demo: true },
    ]);
    const signedIn = await app.inject({ method: 'POST', url: '/api/v1/demo/sign-in', payload: { person: 'admin' } });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
    const known = await session({ cookie });
    const me = await app.inject({ method: 'GET', url: '/api/v1/me', headers: { cookie } });
    expect(known.json<{ data: { me: unknown } }>().data.me).toEqual(me.json<{ data: unknown }>().data);
    expect(
      (await session({ authorization: 'Bearer dpt_unknown' })).json<{ data: { me: unknown } }>().data.me,
    ).toBeNull();
  });

  it('have the first page for every Accept header', async () => {
    for (const accept of [undefined, '*/*', 'text/html', 'application/json']) {
      const page = await app.inject({ method: 'GET', url: '/', headers: accept === undefined ? {} : { accept } });
      expect([accept, page.statusCode]).toEqual([accept, 200]);
    }
  });

  it('have the public pages for previews of links, and the JSON 404 of others for programs', async () => {
    const page = await app.inject({ method: 'GET', url: '/catalogue', headers: { accept: '*/*' } });
    expect([page.statusCode, page.body.includes('<meta property="og:title"')]).toEqual([200, true]);
    for (const [url, accept] of [
      ['/catalogue', 'application/json'],
      ['/catalogue/no-such-plugin', '*/*'],
      ['/sign-in', '*/*'],
      ['/nowhere', '*/*'],
    ] as const) {
      const { statusCode, headers } = await app.inject({ method: 'GET', url, headers: { accept } });
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8']);
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

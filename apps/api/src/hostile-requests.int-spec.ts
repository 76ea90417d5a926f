import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { testConfig } from '../../../test/support/config.js';
import { OwnDatabase } from '../../../test/support/database/database.js';
import { WatchedAnswers } from '../../../test/support/http/watched-answers.js';
import { until } from '../../../test/support/test-timeout.js';
import { stopHttpApp } from '@portal/platform/process';
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

describe('a caller who has not signed in', () => {
  const database = OwnDatabase.forTests();
  let app: NestFastifyApplication;
  let answers: WatchedAnswers;
  let open: Route[];

  const send = ({ method, url }: Route, payload: string) =>
    app.inject({ method, url, payload, headers: { 'content-type': 'application/json' } });

  beforeAll(async () => {
    app = await createApi(testConfig(database.url));
    answers = new WatchedAnswers(app);
    await app.listen(0, '127.0.0.1');
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
  database.beforeClose(() => app.close());
  afterAll(() => answers.mustBeDescribed());

  it('can send at most 8 KB to every route but the webhook of the payment provider', async () => {
    const beyond = `{"text":"${'x'.repeat(SMALL_BYTES)}"}`;
    const taken = [];
    for (const route of open) if ((await send(route, beyond)).statusCode !== 413) taken.push(route.url);
    expect(taken.filter((url) => !PROVIDER.test(url))).toEqual([]);
  });

  it('gets the envelope and never a 500, whatever the body is', async () => {
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

  it.each([
    ['an address that cannot be decoded', '/api/public/catalogue/%ff', 400, 'invalid_request'],
    ['a parameter that is too long', `/api/public/catalogue/${'x'.repeat(101)}`, 414, 'address_too_long'],
    ['NUL in an address', '/api/public/catalogue/%00', 400, 'invalid_request'],
    ['too many query fields', `/api/public/catalogue?${'a&'.repeat(60)}`, 400, 'invalid_request'],
    ['an unknown address', '/api/v1/%2e%2e/%2e%2e/etc', 404, 'not_found'],
    ['an unknown page', '/nothing.js', 404, 'not_found'],
  ])('who sends %s gets the envelope', async (_what, url, status, error) => {
    const answer = await app.inject({ method: 'GET', url });
    const body = answer.json<{ request_id: string }>();
    expect([answer.statusCode, body]).toEqual([
      status,
      expect.objectContaining({
        ok: false,
        error,
        message: expect.any(String) as string,
        details: expect.any(Array) as [],
      }),
    ]);
    expect(answer.headers).toMatchObject({
      'x-request-id': body.request_id,
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'invalid_request'],
    ['a method that no route has', 'PROPFIND /api/health/live HTTP/1.1\r\nhost: a\r\n\r\n', 404, 'not_found'],
    ['another version', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n', 400, 'invalid_request'],
    ['two Hosts', 'GET /api/health/live HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', 400, 'invalid_request'],
    ['no Host', 'GET /api/health/live HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['a header without a name', 'GET / HTTP/1.1\r\nhost: a\r\n: x\r\n\r\n', 400, 'invalid_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'a length in addition to chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'a chunk without a size',
      'POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
      'invalid_request',
    ],
    [
      'a body of no type',
      'POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}',
      415,
      'unsupported_media_type',
    ],
    [
      'a body of another type',
      'POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-type: text/xml\r\ncontent-length: 2\r\n\r\n{}',
      415,
      'unsupported_media_type',
    ],
    [
      'an invalid content type',
      'POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-type: ;;\r\ncontent-length: 2\r\n\r\n{}',
      415,
      'unsupported_media_type',
    ],
    [
      'an expectation',
      'POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: a\r\nexpect: tea\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
      400,
      'invalid_request',
    ],
    ['an invalid address', 'GET http://[ HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'invalid_request'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n', 404, 'not_found'],
  ])('who sends %s on the wire gets the envelope', async (_what, request, status, error) => {
    expect(await answerTo(request)).toEqual({
      status,
      headers: expect.stringMatching(/content-type: application\/json/i) as string,
      body: expect.objectContaining({ ok: false, error, request_id: expect.any(String) as string }) as object,
    });
  });

  it('gets the whole answer when the process stops meanwhile, and is told that the connection closes', async () => {
    const ending = await createApi(testConfig(database.url));
    await ending.listen(0, '127.0.0.1');
    const server = ending.getHttpServer() as Server;
    let ended: Promise<void> | undefined;
    const answer = answerTo('GET /api/public/catalogue HTTP/1.1\r\nhost: a\r\nx-half: ', server, async (socket) => {
      ended = stopHttpApp(ending, 0);
      await until(() => Promise.resolve(!server.listening));
      socket.write('1\r\n\r\n');
    });
    expect(await answer).toMatchObject({
      status: 200,
      headers: expect.stringMatching(/connection: close/i) as string,
      body: { ok: true },
    });
    await ended;
  });

  it('is cut off when the request does not arrive in time', async () => {
    const server = app.getHttpServer() as { requestTimeout: number; headersTimeout: number };
    expect([server.requestTimeout, server.headersTimeout]).toEqual([60_000, 15_000]);
    [server.requestTimeout, server.headersTimeout] = [300, 200];
    try {
      for (const request of [
        'POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"',
        'GET / HTTP/1.1\r\nhost: a\r\nx-never:',
      ])
        expect(await answerTo(request)).toMatchObject({ status: 408, body: { error: 'request_timeout' } });
    } finally {
      [server.requestTimeout, server.headersTimeout] = [60_000, 15_000];
    }
  });

  /** Answer on a connection of its own; `then` continues when the first part of the request was received. */
  function answerTo(
    request: string,
    server = app.getHttpServer() as Server,
    then?: (socket: Socket) => Promise<void>,
  ): Promise<{ status: number; headers: string; body: unknown }> {
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      if (then) server.once('connection', (taken: Socket) => taken.once('data', () => void then(socket).catch(reject)));
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(text)}`)));
      socket.on('data', (bytes) => {
        text += bytes.toString();
        const [headers = '', body = ''] = text.split('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? NaN);
        if (Buffer.byteLength(body) < length || Number.isNaN(length)) return;
        resolve({ status: Number(text.slice(9, 12)), headers, body: JSON.parse(body) });
        socket.destroy();
      });
    });
  }
});

import { Body, Controller, Get, HttpCode, Injectable, Module, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError, commonErrors, decodeCursor, encodeCursor, Secret } from '@portal/kernel';
import { IsEmail, IsInt, IsString, Length } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { Client } from 'pg';
import { gunzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/database.js';
import { testConfig } from '../../../../test/support/config.js';
import { measured } from '../../../../test/support/measured.js';
import { until } from '../../../../test/support/test-timeout.js';
import { Authenticator, CurrentActor, Public, RequireRole, SignedIn, type PortalRequest } from '../access/access.js';
import { createHttpApp } from './create-http-app.js';
import { isUnchanged } from './answers/etag.js';
import { Database } from '../database/database.js';
import { PageQuery } from './lists/page-query.js';
import { PlatformHttpModule, PlatformModule } from '../index.js';
import { Transactor } from '../database/transactor.js';
import type { Actor } from '../access/actor.js';

class ThingBody {
  @IsString() @Length(3, 10) name: string;
  @IsInt() size: number;
  @IsEmail() email: string;
}

let made = 0;
let refusing = false;
let stalling = true;

@Controller('things')
class ThingsController {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
  ) {}
  @Get('open') @Public() open(): object {
    return { open: true };
  }
  @Get('long') @Public() long(@Res({ passthrough: true }) reply: FastifyReply): object | undefined {
    if (isUnchanged(reply, '"of-long"')) return undefined;
    return { text: 'long '.repeat(1_000) };
  }
  @Post('long') @SignedIn() show(): object {
    return { secret: 'long '.repeat(1_000) };
  }
  @Get('mine') @SignedIn() mine(@CurrentActor() actor: Actor): object {
    return { name: actor.name };
  }
  @Get('staff') @RequireRole('finance') staff(): object {
    return {};
  }
  @Get('list') @Public() list(@Query() query: PageQuery): object {
    return { limit: query.limit };
  }
  @Get('after') @Public() after(@Query() { cursor }: PageQuery): Promise<object> {
    return this.database.query('select $1::bigint as number, $2::timestamptz as at', decodeCursor(cursor ?? '', 2));
  }
  @Get('crash') @Public() crash(): object {
    throw new Error('select secret from /etc/passwd');
  }
  @Get('sql') @Public() async sql(): Promise<object> {
    return this.database.query('select nonsense from nowhere');
  }
  @Get('slow-down') @Public() slow(): object {
    throw new AppError(commonErrors.too_many_requests, { retryAfterMs: 1_500 });
  }
  @Get('row/:id') @Public() async row(@Param('id') id: string): Promise<object> {
    return this.database.query('select $1::uuid as id', [id]);
  }
  @Post() @HttpCode(201) @SignedIn() make(@Body() body: ThingBody): Promise<object> {
    return this.transactor.run(async (tx) => {
      await tx.query('select pg_sleep(0.01)');
      made++;
      return { name: body.name, no: made };
    });
  }
  @Patch('change') @SignedIn() change(): Promise<object> {
    return this.transactor.run(async () => ({ no: ++made }));
  }
  @Post('secret') @SignedIn() async secret(): Promise<object> {
    const secret = await this.transactor.run(async () => new Secret(`shown-${++made}`));
    return { secret: secret.reveal() };
  }
  @Post('stall') @SignedIn() stall(): Promise<object> {
    return this.transactor.run(async (tx) => {
      if (stalling) await tx.query('select pg_sleep(20)');
      return { no: ++made };
    });
  }
  @Post('two-steps') @SignedIn() async steps(): Promise<object> {
    const first = await this.transactor.run(async () => ({ no: ++made, at: new Date(0), amount: 5n }));
    if (refusing) throw new AppError(commonErrors.unavailable);
    const second = await this.transactor.run(async () => ({ no: ++made }));
    return { first: first.no, at: first.at.toISOString(), amount: first.amount.toString(), second: second.no };
  }
  @Post('fail') @SignedIn() fail(): object {
    made++;
    throw new AppError(commonErrors.conflict);
  }
  @Get('forgotten') forgotten(): object {
    return {};
  }
}

@Injectable()
class HeaderAuthenticator extends Authenticator {
  async authenticate(request: PortalRequest): Promise<Actor | null> {
    const role = request.headers['x-role'];
    const token = request.headers['x-token'];
    return typeof role !== 'string'
      ? null
      : {
          kind: 'user',
          userId: '00000000-0000-7000-8000-000000000001',
          name: 'Ann',
          roles: [{ role: role as 'finance', scopeId: null }],
          ...(typeof token === 'string' && { kind: 'token', tokenId: token }),
        };
  }
}

@Module({
  controllers: [ThingsController],
  providers: [{ provide: Authenticator, useClass: HeaderAuthenticator }],
  exports: [Authenticator],
})
class ThingsModule {}

describe('every answer of the api', () => {
  let db: TestDatabase;
  let app: NestFastifyApplication;

  beforeAll(async () => {
    db = await createTestDatabase();
    @Module({
      imports: [
        PlatformModule.forRoot(testConfig(db.url), 'test'),
        { module: PlatformHttpModule, imports: [ThingsModule] },
        ThingsModule,
      ],
    })
    class SpecModule {}
    app = await createHttpApp(SpecModule);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(async () => {
    await app.close();
    await db.drop();
  });

  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    options: { headers?: Record<string, string>; payload?: unknown } = {},
  ) => {
    const payload =
      typeof options.payload === 'string'
        ? options.payload
        : options.payload === undefined
          ? undefined
          : JSON.stringify(options.payload);
    const response = await app.inject({
      method,
      url,
      headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, headers: response.headers, body: response.json<Record<string, unknown>>() };
  };
  const good = { name: 'lamp', size: 3, email: 'a@b.co' };

  it('is measured by the template of its route and the class of its status, whatever is asked for', async () => {
    const name = 'portal_http_request_duration_seconds';
    const kinds = [
      { method: 'GET', route: '/things/row/:id', status: '2xx' },
      { method: 'GET', route: '/things/row/:id', status: '4xx' },
      { method: 'GET', route: '/things/crash', status: '5xx' },
      { method: 'GET', route: 'none', status: '4xx' },
    ];
    const counts = () => Promise.all(kinds.map((labels) => measured(name, labels)));
    const before = await counts();
    for (const id of ['1', '2', '3'])
      await call('GET', `/things/row/${id.repeat(8)}-0000-4000-8000-000000000000?page=${id}`);
    for (const url of ['/things/row/none', '/things/crash', '/nowhere/at/all', '/.git/config']) await call('GET', url);
    await until(async () => (await counts()).reduce((sum, n) => sum + n) - before.reduce((sum, n) => sum + n) >= 7);
    expect((await counts()).map((n, at) => n - before[at]!)).toEqual([3, 1, 1, 2]);
  });
  it('wraps success with version and time', async () => {
    const { status, body } = await call('GET', '/things/open');
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      data: { open: true },
      meta: { version: 'v1', generated_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
  });

  async function isRefused(...[method, url, options, status, error]: [...Parameters<typeof call>, number, string]) {
    const answer = await call(method, url, options);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    const anyId = expect.any(String) as string;
    const details = expect.any(Array) as unknown[];
    expect(answer.body).toEqual({ ok: false, error, message: anyId, details, request_id: anyId });
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
    expect(JSON.stringify(answer.body)).not.toMatch(/select|passwd|\.ts|node_modules|\\n +at /);
  }
  it.each([
    ['an unknown route', 'GET', '/things/nope/nope', {}, 404, 'not_found'],
    ['a route without an access rule', 'GET', '/things/forgotten', {}, 500, 'internal'],
    ['nobody signed in', 'GET', '/things/mine', {}, 401, 'unauthenticated'],
    ['the wrong role', 'GET', '/things/staff', { headers: { 'x-role': 'author' } }, 403, 'forbidden'],
    ['a crash inside', 'GET', '/things/crash', {}, 500, 'internal'],
    ['an SQL error inside', 'GET', '/things/sql', {}, 500, 'internal'],
    ['an id that is no id', 'GET', '/things/row/xyz', {}, 404, 'not_found'],
    ['an address that no database keeps', 'GET', '/things/row/%00', {}, 400, 'invalid_request'],
    ['a limit that is no number', 'GET', '/things/list?limit=many', {}, 400, 'invalid_request'],
    ['a limit over the maximum', 'GET', '/things/list?limit=101', {}, 400, 'invalid_request'],
    ['an unknown query field', 'GET', '/things/list?sort=x', {}, 400, 'invalid_request'],
  ] as const)('refuses %s with the envelope and no internal details', (_name, method, url, options, status, error) =>
    isRefused(method, url, options, status, error),
  );

  const NOW = '2026-11-29T00:00:00Z';
  it.each([
    ['x', NOW],
    ['9999999999999999999999', NOW],
    [1.5, NOW],
    [1, 'x'],
    [1, '2026-01-01T00:00:00+99:99'],
    [1, '-271821-04-20T00:00:00Z'],
    [1, '999999-01-01T00:00:00Z'],
  ])('refuses a cursor that the list did not give, of %s and %s', (...values) =>
    isRefused('GET', `/things/after?cursor=${encodeCursor(values)}`, {}, 400, 'invalid_cursor'),
  );

  it.each<[string, string | object, Record<string, string>, number, string]>([
    ['that is no JSON', '{"name":', {}, 400, 'invalid_json'],
    ['with a prototype key', '{"name":"lamp","__proto__":{"a":1}}', {}, 400, 'invalid_json'],
    ['with an escaped prototype key', '{"name":"lamp","\\u005f_proto__":{"a":1}}', {}, 400, 'invalid_json'],
    ['with a zero, that no database keeps', '{"name":"\\u0000"}', {}, 400, 'invalid_json'],
    ['with half a character, that no database keeps', '{"name":"\\ud800"}', {}, 400, 'invalid_json'],
    ['with halves in the wrong order', '{"name":"a\\udc00\\ud800"}', {}, 400, 'invalid_json'],
    ['of another content type', 'name=lamp', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['over the limit', `"${'x'.repeat(300_000)}"`, {}, 413, 'payload_too_large'],
    ['of another site by Origin', good, { origin: 'https://evil.example' }, 403, 'foreign_origin'],
    ['of another site by Sec-Fetch-Site', good, { 'sec-fetch-site': 'cross-site' }, 403, 'foreign_origin'],
    ['of an unreadable Origin', good, { origin: 'null' }, 403, 'foreign_origin'],
    ['under an Idempotency-Key that is too short', good, { 'idempotency-key': 'x' }, 400, 'invalid_request'],
  ])('refuses a body %s with the envelope and no internal details', (_name, payload, headers, status, error) =>
    isRefused('POST', '/things', { headers: { 'x-role': 'author', ...headers }, payload }, status, error),
  );

  it('reports all wrong fields at once, each with its pointer', async () => {
    const { body } = await call('POST', '/things', {
      headers: { 'x-role': 'author' },
      payload: { name: 'x', size: '3', extra: 1 },
    });
    expect((body.details as { pointer: string; code: string }[]).map((d) => `${d.pointer} ${d.code}`).sort()).toEqual([
      '/email is_email',
      '/extra unknown_field',
      '/name is_length',
      '/size is_int',
    ]);
  });

  describe('compresses', () => {
    const zipped = { 'accept-encoding': 'br, gzip' };
    const send = async (method: 'GET' | 'HEAD' | 'POST', url: string, headers: Record<string, string> = {}) =>
      app.inject({ method, url, headers: { ...zipped, ...headers } });

    it('a long text that is read, with a weak ETag of its own, and says the same to HEAD', async () => {
      const plain = await send('GET', '/things/long', { 'accept-encoding': 'identity' });
      expect(plain.headers).toMatchObject({ etag: '"of-long"', vary: 'accept-encoding' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      const got = await send('GET', '/things/long');
      const heads = { 'content-encoding': 'gzip', etag: 'W/"of-long"', vary: 'accept-encoding' };
      expect(got.headers).toMatchObject(heads);
      expect(got.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
      const { data } = JSON.parse(gunzipSync(got.rawPayload).toString()) as { data: unknown };
      expect(data).toEqual(plain.json<{ data: unknown }>().data);
      const head = await send('HEAD', '/things/long');
      expect(head.headers).toMatchObject(heads);
      expect(head.rawPayload.length).toBe(0);
      const known = await send('GET', '/things/long', { 'if-none-match': String(got.headers.etag) });
      expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
      expect(known.headers['content-encoding']).toBeUndefined();
    });

    it.each<[string, 'GET' | 'POST', string, Record<string, string>]>([
      ['what is short', 'GET', '/things/open', {}],
      ['what a change answers, which may show a secret', 'POST', '/things/long', { 'x-role': 'author' }],
      ['for whom does not take it', 'GET', '/things/long', { 'accept-encoding': 'br, gzip;q=0' }],
      ['what another site requests', 'GET', '/things/long', { cookie: 'a=b', 'sec-fetch-site': 'cross-site' }],
      [
        'what another host of the site requests',
        'GET',
        '/things/long',
        { cookie: 'a=b', 'sec-fetch-site': 'same-site' },
      ],
    ])('not %s', async (_name, method, url, headers) => {
      const { headers: answered, statusCode } = await send(method, url, headers);
      expect(statusCode).toBeLessThan(300);
      expect(answered['content-encoding']).toBeUndefined();
    });
    it('for the page itself, with its cookies', async () =>
      expect(
        (await send('GET', '/things/long', { cookie: 'a=b', 'sec-fetch-site': 'same-origin' })).headers,
      ).toMatchObject({ 'content-encoding': 'gzip' }));
  });

  it('states when to retry', async () =>
    expect((await call('GET', '/things/slow-down')).headers['retry-after']).toBe('2'));

  describe('an Idempotency-Key', () => {
    const post = (key: string, payload: object = good, role = 'author') =>
      call('POST', '/things', { headers: { 'x-role': role, 'idempotency-key': key }, payload });
    it('returns the first answer again and does nothing twice', async () => {
      const first = await post('key-00000001');
      const before = made;
      const second = await post('key-00000001');
      expect(second.status).toBe(201);
      expect(second.body.data).toEqual(first.body.data);
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(made).toBe(before);
    });
    it('refuses another request under the same key', async () => {
      await post('key-00000002');
      expect((await post('key-00000002', { ...good, size: 4 })).body.error).toBe('idempotency_key_reused');
    });
    it('lets one of twenty concurrent requests take effect, while the others wait for its answer', async () => {
      const before = made;
      const answers = await Promise.all(Array.from({ length: 20 }, () => post('key-00000003')));
      expect(made).toBe(before + 1);
      for (const { status, body } of answers)
        expect({ status, data: body.data }).toEqual({ status: 201, data: answers[0]!.body.data });
    });
    it('belongs to one token: the person who made it and another token of theirs have keys of their own', async () => {
      const send = (headers: Record<string, string>, size: number) =>
        call('POST', '/things', {
          headers: { 'x-role': 'author', 'idempotency-key': 'key-00000005', ...headers },
          payload: { ...good, size },
        });
      const [person, one, other] = [{}, { 'x-token': 'one' }, { 'x-token': 'other' }];
      const first = await Promise.all([send(person, 1), send(one, 2), send(other, 3)]);
      expect(first.map(({ status }) => status)).toEqual([201, 201, 201]);
      const again = await Promise.all([send(person, 1), send(one, 2), send(other, 3)]);
      expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(Array(3).fill('true'));
      expect((await send(one, 3)).body.error).toBe('idempotency_key_reused');
    });
    it('is forgotten after a day, and not before', async () => {
      const owner = new Client({ connectionString: db.url });
      await owner.connect();
      const older = (hours: number) =>
        owner.query(
          `update platform.idempotency_keys set created_at = clock_timestamp() - $1 * interval '1 hour' where key = 'key-00000020'`,
          [hours],
        );
      try {
        const first = await post('key-00000020');
        const before = made;
        expect((await older(23)).rowCount).toBe(1);
        expect((await post('key-00000020')).body.data).toEqual(first.body.data);
        expect(made).toBe(before);
        await older(25);
        expect(await post('key-00000020', { ...good, size: 4 })).toMatchObject({ status: 201 });
        expect(made).toBe(before + 1);
      } finally {
        await owner.end();
      }
    });
    it('does not store a refusal', async () => {
      const before = made;
      for (let i = 0; i < 2; i++)
        await call('POST', '/things/fail', { headers: { 'x-role': 'author', 'idempotency-key': 'key-00000004' } });
      expect(made).toBe(before + 2);
    });
    const keyed = (method: 'POST' | 'PATCH', url: string, key: string) =>
      call(method, url, { headers: { 'x-role': 'author', 'idempotency-key': key } });
    it('is stored for every route that changes something', async () => {
      const first = await keyed('PATCH', '/things/change', 'key-00000006');
      expect(await keyed('PATCH', '/things/change', 'key-00000006')).toMatchObject({
        status: 200,
        body: { data: first.body.data },
        headers: { 'idempotent-replayed': 'true' },
      });
    });
    it('continues after the transactions that an earlier attempt has committed', async () => {
      refusing = true;
      const before = made;
      expect((await keyed('POST', '/things/two-steps', 'key-00000007')).status).toBe(503);
      refusing = false;
      const done = await keyed('POST', '/things/two-steps', 'key-00000007');
      expect(done.body.data).toEqual({
        first: before + 1,
        at: new Date(0).toISOString(),
        amount: '5',
        second: before + 2,
      });
      expect(made).toBe(before + 2);
    });
    it('drops a secret once it was shown, and says so when the request is repeated', async () => {
      const before = made;
      const first = await keyed('POST', '/things/secret', 'key-00000008');
      expect(first.body.data).toEqual({ secret: `shown-${before + 1}` });
      const kept = () =>
        app.get(Database).query("select status, body from platform.idempotency_keys where key = 'key-00000008'");
      await until(async () => (await kept())[0]!['body'] === null);
      expect(await keyed('POST', '/things/secret', 'key-00000008')).toMatchObject({
        status: 409,
        body: { error: 'idempotency_answer_shown' },
      });
      expect(made).toBe(before + 1);
    });
    it('is released at once when the connection of its owner breaks, who goes on with another', async () => {
      const owner = new Client({ connectionString: db.url });
      await owner.connect();
      const before = made;
      const breaks = async (): Promise<boolean> => {
        const { rows } = await owner.query<{ n: number }>(
          `select count(pg_terminate_backend(pid))::int as n from pg_stat_activity
           where datname = current_database() and state = 'active' and query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
        );
        return (stalling = rows[0]!.n === 0) === false;
      };
      try {
        const [first] = await Promise.all([keyed('POST', '/things/stall', 'key-00000009'), until(breaks)]);
        expect([first.status, made]).toEqual([201, before + 1]);
      } finally {
        await owner.end();
      }
      expect((await keyed('POST', '/things/stall', 'key-00000009')).status).toBe(201);
      expect(made).toBe(before + 1);
    });
    it('stores the answer encrypted', async () => {
      const rows = await app
        .get(Database)
        .query<{ body: string }>('select body from platform.idempotency_keys where body is not null');
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row.body).not.toContain('lamp');
    });
  });
});

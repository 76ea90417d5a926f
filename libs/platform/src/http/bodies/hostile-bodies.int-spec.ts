import { Body, Controller, Get, Global, HttpCode, Module, Post } from '@nestjs/common';
import { IsArray, IsObject, IsString } from 'class-validator';
import { TestApp } from '../../../../../test/support/http/http-app.js';
import { Authenticator, Public, SignedIn } from '../../access/access.js';
import type { Actor } from '../../access/actor.js';
import { BodyLimit, SMALL_BODY } from './body-limit.js';
import { MayBeAbsent } from '../fields/optional-fields.js';

class AnyBody {
  @MayBeAbsent() @IsArray() list?: unknown[];
  @MayBeAbsent() @IsObject() map?: object;
  @MayBeAbsent() @IsString() text?: string;
}

@Controller('any')
class AnyController {
  @Post() @HttpCode(200) @Public() take(@Body() body: AnyBody): object {
    return { keys: Object.keys(body) };
  }
  @Post('mine') @SignedIn() mine(@Body() body: AnyBody): object {
    return body;
  }
  @Post('bytes') @HttpCode(200) @Public() bytes(): object {
    return { taken: true };
  }
  @Get() @Public() list(): object {
    return {};
  }
}

@BodyLimit(SMALL_BODY)
@Controller('small')
class SmallController {
  @Post() @HttpCode(200) @Public() take(@Body() body: AnyBody): object {
    return { keys: Object.keys(body) };
  }
  @Post('larger') @BodyLimit({ maxBytes: 20_000 }) @HttpCode(200) @Public() larger(@Body() body: AnyBody): object {
    return { keys: Object.keys(body) };
  }
}

class NobodyKnown extends Authenticator {
  async authenticate(): Promise<Actor | null> {
    return null;
  }
}
@Global()
@Module({ providers: [{ provide: Authenticator, useClass: NobodyKnown }], exports: [Authenticator] })
class NobodyModule {}
@Module({ imports: [NobodyModule], controllers: [AnyController, SmallController] })
class AnyModule {}

const list = (length: number): string => `{"list":[${Array(length).fill('0').join()}]}`;
const map = (keys: number): string => `{"map":{${Array.from({ length: keys }, (_, i) => `"k${i}":0`).join()}}}`;
const deep = (levels: number): string => `{"list":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const text = (bytes: number): string => `{"text":"${'x'.repeat(bytes - 11)}"}`;

describe('a hostile body', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start([AnyModule]);
  });
  afterAll(() => app.close());

  const post = async (url: string, payload: string | Buffer, headers: Record<string, string> = {}) => {
    const answer = await app.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const body = answer.json<{ error?: string; data?: unknown; details?: { code: string; pointer: string }[] }>();
    return { status: answer.statusCode, bytes: answer.rawPayload.length, headers: answer.headers, ...body };
  };

  it.each([
    ['a duplicate key', '{"text":"a","text":"b"}', 'json_duplicate_key'],
    ['a nested duplicate key', '{"map":{"a":1,"\\u0061":2}}', 'json_duplicate_key'],
    ['a key that reaches into prototypes', '{"map":{"__proto__":{"a":1}}}', 'json_forbidden_key'],
    ['another key that does', '{"constructor":{"prototype":1}}', 'json_forbidden_key'],
    ['5,000 open brackets', '['.repeat(5_000), 'json_too_deep'],
    ['too many levels', deep(33), 'json_too_deep'],
    ['too many keys', map(251), 'json_too_many_keys'],
    ['an array that is too long', list(1_001), 'json_too_many_items'],
    [
      'too many values',
      `{"list":[${Array(6)
        .fill(`[${Array(990).fill('0').join()}]`)
        .join()}]}`,
      'json_too_many_values',
    ],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22]), 'json_encoding'],
    ['a byte order mark', '\ufeff{}', 'json_encoding'],
    ['NUL', '{"text":"\\u0000"}', 'json_nul'],
    ['half a character', '{"text":"\\ud800"}', 'json_unicode'],
    ['a number that loses digits', '{"map":{"a":9007199254740993}}', 'json_number'],
    ['no JSON', '{"text":', 'json_syntax'],
  ])('with %s is refused before it is validated', async (_what, payload, code) => {
    const { status, error, details } = await post('/any', payload);
    expect([status, error, details!.map((detail) => detail.code)]).toEqual([400, 'invalid_json', [code]]);
  });

  it.each([
    ['the usual bytes', '/any', text(65_536), text(65_537)],
    ['the bytes of a controller', '/small', text(8_192), text(8_193)],
    ['the bytes that a route has of its own', '/small/larger', text(20_000), text(20_001)],
    ['levels', '/any', deep(32), deep(33)],
    ['the levels of a controller', '/small', deep(8), deep(9)],
    ['keys', '/any', map(250), map(251)],
    ['elements', '/any', list(1_000), list(1_001)],
  ])('is accepted at the limit of %s and refused beyond it', async (_what, url, within, beyond) => {
    expect((await post(url, within)).status).toBe(200);
    expect([400, 413]).toContain((await post(url, beyond)).status);
  });

  it.each(['null', '[]', '1', '"a"', 'true', '[[]]', '[{"text":1}]', '{"then":1,"hasOwnProperty":2}'])(
    'that is %s is a client error, not a server error',
    async (payload) => expect((await post('/any', payload)).status).toBe(400),
  );

  it('counts as empty when it is missing', async () => {
    for (const headers of [{ 'content-type': 'application/json' }, {}]) {
      const { statusCode, payload } = await app.app.inject({ method: 'POST', url: '/any', headers });
      expect([statusCode, JSON.parse(payload)]).toEqual([200, expect.objectContaining({ data: { keys: [] } })]);
    }
  });

  it('is answered with at most 50 faults, and an answer that is not much larger than the body', async () => {
    const payload = `{${Array.from({ length: 250 }, (_, i) => `"unknown${i}":0`).join()}}`;
    const { status, details, bytes } = await post('/any', payload);
    expect([status, details!.length]).toEqual([400, 50]);
    expect(bytes).toBeLessThan(10_000);
  });

  it('is not read for a caller without access, nor where no route reads it', async () => {
    expect((await post('/any/mine', '{"text":')).error).toBe('unauthenticated');
    expect((await post('/nowhere', '{"text":')).error).toBe('not_found');
    expect((await post('/any/bytes', '{"text":')).data).toEqual({ taken: true });
  });

  it('is refused unread after a caller sent many, and only that caller’s', async () => {
    const counting = await app.anotherInstance({ BODIES_PER_SECOND: '1' });
    try {
      const send = (from: string, method: 'POST' | 'GET' = 'POST', url = '/any') =>
        counting.app.inject({
          method,
          url,
          remoteAddress: from,
          ...(method === 'POST' && { payload: '{"text":', headers: { 'content-type': 'application/json' } }),
        });
      const first = await Promise.all(
        Array.from({ length: 10 }, (_, i) => send('203.0.113.1', 'POST', ['/any', '/any/mine', '/nowhere'][i % 3])),
      );
      expect(first.filter(({ statusCode }) => statusCode === 429)).toEqual([]);
      const refused = await send('203.0.113.1');
      expect(refused.json()).toMatchObject({ ok: false, error: 'too_many_requests' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const bare = { url: '/any', remoteAddress: '203.0.113.1' };
      expect((await counting.app.inject({ ...bare, method: 'POST' })).statusCode).toBe(429);
      expect((await send('203.0.113.1', 'GET')).statusCode).toBe(200);
      expect((await send('203.0.113.2')).statusCode).toBe(400);
    } finally {
      await counting.close();
    }
  });
});

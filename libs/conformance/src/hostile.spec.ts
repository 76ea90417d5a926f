import { type JsonObject } from '@portal/contract';
import { type ConformanceMode, type Transport } from './index.js';
import { receivedText } from './probe/received.js';
import { goodManifest, memoryDrive, ORIGIN } from './testing/memory-drive.js';
import { playTransport } from './testing/play.js';

const ESCAPES = '\u001B]0;owned\u0007\u001B[31m\u202E\u2066\u200B\u0000\u009B';
const KEY = 'f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3b4a5968778695a4b3c2d1e0f';

/** Bodies that no Drive should return. */
const bodies: Record<string, Uint8Array> = {
  nothing: Buffer.alloc(0),
  'a megabyte of zeros': Buffer.alloc(1024 * 1024),
  'terminal escapes': Buffer.from(ESCAPES.repeat(50)),
  'a page': Buffer.from(`<!doctype html><script>alert(1)</script>${ESCAPES}`),
  'bytes that are no text': Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 151) % 256)),
  'deep nesting': Buffer.from('['.repeat(100_000)),
  null: Buffer.from('null'),
  'a list': Buffer.from('[1,2,3]'),
  'data that is null': Buffer.from('{"ok":true,"data":null,"meta":{}}'),
  'an error that is huge': Buffer.from(JSON.stringify({ ok: false, error: ESCAPES.repeat(10_000) })),
  'a prototype': Buffer.from('{"ok":true,"data":{"__proto__":{"x":1},"events":{"length":1e9}},"meta":{}}'),
  'rows of every wrong kind': Buffer.from(
    JSON.stringify({
      ok: true,
      data: {
        events: [
          null,
          1,
          'x',
          [],
          {},
          { type: ESCAPES, payload: 1, ts: 'now' },
          { type: 'a'.repeat(9_999), ts: 1e308 },
        ],
        install_id: { a: 1 },
        scoped_token: 7,
        installs_active: '∞',
        amount_cents: 0.1,
        status: null,
      },
      meta: { version: '1', generated_at: '2026-01-01T00:00:00Z' },
    }),
  ),
};

const run = (transport: Transport, mode: ConformanceMode = 'lifecycle') => playTransport(transport, mode);

// eslint's rule is about control characters in patterns; this pattern searches for them.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe('a hostile Drive', () => {
  const cases = Object.entries(bodies).flatMap(([name, body]) =>
    [200, 204, 401, 500].map((status) => [name, status, body] as const),
  );

  it.each(cases)(
    '%s with %i everywhere but at the manifest neither stops the run nor blows up its report',
    async (_n, status, body) => {
      const good = memoryDrive(goodManifest('minimal')).transport;
      const { report } = await run(async (request) =>
        request.url === `${ORIGIN}/m` ? good(request) : { status, headers: {}, body, durationMs: 1 },
      );
      expect(report.ok).toBe(false);
      const text = report.findings.flatMap(({ cause, fix, expected, received, sent, endpoint }) => [
        cause,
        fix,
        expected,
        received,
        sent,
        endpoint,
      ]);
      expect(text.filter((one) => one !== undefined && unprintable.test(one))).toEqual([]);
      expect(JSON.stringify(report).length).toBeLessThan(300_000);
    },
  );

  it.each(Object.entries(bodies))('%s as the manifest is a verdict, not a failure', async (_name, body) => {
    const { report } = await run(async () => ({ status: 200, headers: {}, body, durationMs: 1 }));
    expect(report).toMatchObject({ ok: false, checks: { schema: 'fail' }, manifest: null });
    expect(JSON.stringify(report).length).toBeLessThan(50_000);
  });

  it('may break a rule ten thousand times, and a hundred of them are reported', async () => {
    const manifest = goodManifest('minimal');
    for (let i = 0; i < 10_000; i += 1) (manifest as Record<string, unknown>)[`odd_${i}${ESCAPES}`] = i;
    const { report } = await run(memoryDrive(manifest as JsonObject).transport, 'schema');
    expect(report.findings.filter(({ id }) => id === 'C38').length).toBeLessThanOrEqual(101);
    expect(report.findings.filter(({ pointer }) => unprintable.test(pointer ?? ''))).toEqual([]);
  });
});

describe('the shown part of an answer', () => {
  it.each([
    ['a key in JSON', `{"error":"expected ${KEY}"}`, KEY],
    ['a key in text', `Invalid signature, expected=${KEY}`, KEY],
    ['a token in a page', '<p>token: tok_live_9a8b7c</p>', 'tok_live_9a8b7c'],
    ['a token beyond the cut', `{"scoped_token":"${'t0'.repeat(900)}"}`, 't0t0t0'],
    ['an e-mail address', '{"operator_email":"jane.doe+x@mail.example.com"}', 'jane.doe'],
    ['a password in a query', 'GET /x?password=hunter22&a=1', 'hunter22'],
  ])('hides %s', (_name, body, secret) => {
    const text = receivedText({ status: 200, headers: {}, body: Buffer.from(body), durationMs: 1 });
    expect(text).not.toContain(secret);
    expect(text).toMatch(/^200 .*\*\*\*/);
  });

  it('keeps what an author needs to see', () => {
    const show = (body: string) => receivedText({ status: 401, headers: {}, body: Buffer.from(body), durationMs: 1 });
    expect(show('{"ok":false,"error":"missing_signature_headers"}')).toContain('missing_signature_headers');
    expect(show('{"ok":false,"error":"bad_signature"}')).toContain('bad_signature');
    expect(show('{"ts":1763700000000,"type":"content.draft_ready"}')).toContain('content.draft_ready');
  });
});

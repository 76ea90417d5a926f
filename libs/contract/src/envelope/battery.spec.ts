import { checkEnvelope, failure, isIsoTimestamp, parseEnvelope, success } from './index.js';

const META = { version: 'v1', generated_at: '2026-01-01T00:00:00.000Z' };
const GOOD = { ok: true, data: { a: 1 }, meta: META };
const WRONG = [null, true, 0, 'x', '', [], [{}]];
const without = (value: object, key: string): object =>
  Object.fromEntries(Object.entries(value).filter(([k]) => k !== key));

const REFUSED: [value: unknown, pointer: string][] = [
  ...[null, true, 1, 'ok', '', [], [GOOD]].map((value): [unknown, string] => [value, '']),
  ...[null, 1, 0, 'true', 'false', '', [], {}].map((ok): [unknown, string] => [{ ...GOOD, ok }, '/ok']),
  ...WRONG.map((data): [unknown, string] => [{ ...GOOD, data }, '/data']),
  ...WRONG.map((meta): [unknown, string] => [{ ...GOOD, meta }, '/meta']),
  ...[null, true, 1, [], {}].map((version): [unknown, string] => [
    { ...GOOD, meta: { ...META, version } },
    '/meta/version',
  ]),
  ...[
    null,
    true,
    1_767_225_600_000,
    '',
    'now',
    '1767225600000',
    '2026-01-01',
    'Thu, 01 Jan 2026 00:00:00 GMT',
    [],
    {},
  ].map((at): [unknown, string] => [{ ...GOOD, meta: { ...META, generated_at: at } }, '/meta/generated_at']),
  ...['data', 'meta'].map((key): [unknown, string] => [without(GOOD, key), `/${key}`]),
  [{ ...GOOD, meta: without(META, 'version') }, '/meta/version'],
  [{ ...GOOD, meta: without(META, 'generated_at') }, '/meta/generated_at'],
  ...[null, true, 404, [], {}, { code: 'x', message: 'y' }, ['x']].map((error): [unknown, string] => [
    { ok: false, error },
    '/error',
  ]),
  [{ ok: false }, '/error'],
  [{ ok: false, message: 'x' }, '/error'],
  [{ data: {}, meta: META }, '/ok'],
  [{ name: 'bare manifest' }, '/ok'],
  [{ OK: true, data: {}, meta: META }, '/ok'],
  [{ error: 'x' }, '/ok'],
];
const ACCEPTED: unknown[] = [
  GOOD,
  { ok: true, data: {}, meta: META },
  { ...GOOD, trace: 'x', meta: { ...META, region: 'eu' } },
  { ...GOOD, meta: { ...META, version: '1.4.2' } },
  { ok: false, error: 'bad_signature' },
  { ok: false, error: 'not-found', code: 404, data: null },
  success({ a: 1 }, { generatedAt: new Date(0) }),
  failure('missing tenant_id'),
];

describe('the envelope by the contract', () => {
  it.each(REFUSED)('%j is malformed at "%s"', (value, pointer) => {
    const { ok, issues } = checkEnvelope(value);
    expect([ok, issues.every((issue) => issue.level === 'error')]).toEqual([false, true]);
    // A value that is not an envelope may be reported at the top.
    expect(issues.map((issue) => issue.pointer)).toEqual([expect.stringMatching(new RegExp(`^(?:${pointer}|)$`))]);
    expect(parseEnvelope(JSON.stringify(value)).ok).toBe(false);
  });

  it.each(ACCEPTED)('%j is an envelope', (value) => {
    expect(checkEnvelope(value)).toMatchObject({ ok: true, envelope: value });
    expect(parseEnvelope(Buffer.from(JSON.stringify(value)))).toMatchObject({ ok: true });
  });

  it.each([
    ...['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.1Z', '2026-01-01T00:00:00.123456Z', '2026-01-01T23:59:59+05:30'],
    ...[
      '2026-01-01T00:00Z',
      '2024-02-29T00:00:00Z',
      '1969-12-31T23:59:59-12:00',
      '2026-01-01T00:00:00+0200',
      '2026-01-01T00:00:00,5Z',
    ],
    ...['2026-12-31T00:00:00+02', '9999-12-31T23:59:59.999Z', '2000-02-29T00:00:00Z'],
  ])('%s is a timestamp', (text) => expect(isIsoTimestamp(text)).toBe(true));

  it.each([
    ...[
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-01-32T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-02-30T00:00:00Z',
    ],
    ...[
      '2025-02-29T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-01-01T25:00:00Z',
      '2026-01-01T00:60:00Z',
    ],
    ...['2026-01-01T00:00:61Z', '2026-01-01 00:00:00Z', '2026-01-01T00:00:00', '2026-1-1T0:0:0Z', '20260101T000000Z'],
    ...[
      '2026-01-01T00:00:00Z ',
      ' 2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z\n',
      '2026-01-01T00:00:00z',
      '2026-01-01t00:00:00Z',
    ],
    ...[
      '2026-01-01T00:00:00+25:00',
      '2026-01-01T00:00:00+00:60',
      '+002026-01-01T00:00:00Z',
      '2026-W01-1T00:00:00Z',
      '2026-001T00:00:00Z',
    ],
    ...['\uff12\uff10\uff12\uff16-01-01T00:00:00Z', '2026-01-01T00:00:00.Z', '2026-01-01T00:00:00+2', '1767225600', ''],
  ])('%j is not a timestamp', (text) => expect(isIsoTimestamp(text)).toBe(false));
});

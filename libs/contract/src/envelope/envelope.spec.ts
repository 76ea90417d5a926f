import fc from 'fast-check';
import vectors from '../../vectors/envelope.json';
import { parseInstallRequest } from '../install/index.js';
import { signatureReason, signatureReasons } from '../signing/index.js';
import { checkEnvelope, driveRefusals, failure, isIsoTimestamp, parseEnvelope, success } from './index.js';

const meta = { version: 'v1', generated_at: '2026-11-21T01:02:03.004Z' };
const GOOD = { ok: true, data: { a: 1 }, meta };
/** What is wrong wherever an object is needed. */
const NO_OBJECT = [null, true, 0, 'x', '', [], [{}]];

describe('an envelope', () => {
  it('is accepted when this library built it', () => {
    const envelope = success({ a: 1 }, { generatedAt: new Date(0) });
    expect(envelope).toEqual({
      ok: true,
      data: { a: 1 },
      meta: { version: 'v1', generated_at: '1970-01-01T00:00:00.000Z' },
    });
    expect(checkEnvelope(envelope).ok).toBe(true);
    expect(checkEnvelope(failure('stale_timestamp')).ok).toBe(true);
    expect(() => failure('')).toThrow(RangeError);
  });

  it.each(vectors.cases)('agrees with the vector: $name', ({ body, expect: wanted }) => {
    expect(checkEnvelope(body).issues.map(({ code, pointer }) => ({ code, pointer }))).toEqual(wanted);
    expect(checkEnvelope(body).ok).toBe(wanted.length === 0);
    expect(parseEnvelope(JSON.stringify(body)).ok).toBe(wanted.length === 0);
  });

  it.each<[pointer: string, value: unknown]>([
    ...NO_OBJECT.map((value): [string, unknown] => ['', value]),
    ...['', [], {}, 'false'].map((ok): [string, unknown] => ['/ok', { ...GOOD, ok }]),
    ...NO_OBJECT.map((data): [string, unknown] => ['/data', { ...GOOD, data }]),
    ...NO_OBJECT.map((other): [string, unknown] => ['/meta', { ...GOOD, meta: other }]),
    ...[null, 1, [], {}].map((version): [string, unknown] => [
      '/meta/version',
      { ...GOOD, meta: { ...meta, version } },
    ]),
    ...[null, true, 404, [], ['x']].map((error): [string, unknown] => ['/error', { ok: false, error }]),
    ['', { OK: true, data: {}, meta }],
    ['', { error: 'x' }],
  ])('is malformed at "%s": %j', (pointer, value) => {
    expect(checkEnvelope(value)).toMatchObject({ ok: false, issues: [{ level: 'error', pointer }] });
    expect(parseEnvelope(JSON.stringify(value)).ok).toBe(false);
  });

  it.each(vectors.timestamps)('timestamp $text: $ok', ({ text, ok }) => {
    expect(isIsoTimestamp(text)).toBe(ok);
  });

  it.each([
    ...['2026-01-01T23:59:59+05:30', '1969-12-31T23:59:59-12:00', '2026-01-01T00:00:00+0200', '2026-12-31T00:00:00+02'],
    ...['2026-01-01T00:00:00,5Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is a timestamp', (text) => expect(isIsoTimestamp(text)).toBe(true));

  it.each([
    ...[
      '2026-01-01 00:00:00Z',
      '2026-1-1T0:0:0Z',
      '20260101T000000Z',
      '2026-01-01T00:00:00Z\n',
      '2026-01-01T00:00:00z',
    ],
    ...['2026-01-01T00:00:00+25:00', '2026-01-01T00:00:00+00:60', '+002026-01-01T00:00:00Z', '2026-001T00:00:00Z'],
    ...['\uff12\uff10\uff12\uff16-01-01T00:00:00Z', '2026-01-01T00:00:00.Z', '1900-02-29T00:00:00Z', ''],
  ])('%j is not a timestamp', (text) => expect(isIsoTimestamp(text)).toBe(false));

  it('has only timestamps of instants that exist', () => {
    const two = fc.integer({ min: 0, max: 62 }).map((n) => String(n).padStart(2, '0'));
    fc.assert(
      fc.property(two, two, two, two, two, (month, day, hour, minute, second) => {
        const text = `2026-${month}-${day}T${hour}:${minute}:${second}Z`;
        // Date.parse alone would read 30 February as a day in March.
        const sameDay = new Date(Date.parse(text.slice(0, 10))).getUTCDate() === Number(day);
        expect(isIsoTimestamp(text)).toBe(!Number.isNaN(Date.parse(text)) && sameDay);
      }),
      { numRuns: 500 },
    );
  });

  it.each(vectors.texts)('agrees with the vector: $name', ({ text, code }) => {
    const parsed = parseEnvelope(text);
    expect(parsed.issues.map((issue) => issue.code)).toEqual(code === null ? [] : [code]);
  });

  it('is parsed from bytes, and the place is named where the JSON breaks', () => {
    expect(parseEnvelope(Buffer.from(JSON.stringify({ ok: true, data: {}, meta }))).ok).toBe(true);
    expect(parseEnvelope('<html>')).toMatchObject({ ok: false, issues: [{ code: 'json_syntax', line: 1, column: 1 }] });
  });
});

describe('a Drive’s refusals', () => {
  it('cover every spelling of a refused signature once', () => {
    const listed = driveRefusals.flatMap(({ status, spellings }) => (status === 401 ? [...spellings] : []));
    expect(listed.sort()).toEqual(Object.keys(signatureReasons).sort());
    for (const { status, error, spellings } of driveRefusals)
      if (status === 401) expect(spellings.map(signatureReason)).toEqual(spellings.map(() => error));
  });

  it('equal the library’s answers, in an envelope that the library accepts', () => {
    const errors = driveRefusals.map(({ error }) => error);
    expect(errors).toContain((parseInstallRequest({}) as { error: string }).error);
    for (const error of errors) if (error !== null) expect(checkEnvelope(failure(error)).ok).toBe(true);
  });
});

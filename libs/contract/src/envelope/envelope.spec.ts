import { checkEnvelope, failure, isIsoTimestamp, parseEnvelope, success } from './index.js';

const meta = { version: 'v1', generated_at: '2026-11-21T01:02:03.004Z' };
const codes = (value: unknown): string[] =>
  checkEnvelope(value).issues.map((issue) => `${issue.code} ${issue.pointer}`);

describe('envelope', () => {
  it('builds what it accepts', () => {
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

  it.each([
    [{ ok: true, data: {}, meta }, []],
    [{ ok: true, data: {}, meta: { ...meta, extra: 1 } }, []],
    [{ ok: false, error: 'x' }, []],
    [{ ok: false, error: 'x', message: 'more' }, []],
    [{ data: {}, meta }, ['envelope_bare_data ']],
    [[], ['envelope_not_object ']],
    [null, ['envelope_not_object ']],
    ['ok', ['envelope_not_object ']],
    [{ ok: 'true', data: {}, meta }, ['envelope_ok /ok']],
    [{ ok: 1 }, ['envelope_ok /ok']],
    [{ ok: null }, ['envelope_ok /ok']],
    [{ ok: true, meta }, ['envelope_data /data']],
    [{ ok: true, data: [], meta }, ['envelope_data /data']],
    [{ ok: true, data: null, meta }, ['envelope_data /data']],
    [{ ok: true, data: {} }, ['envelope_meta /meta']],
    [{ ok: true, data: 1, meta: 1 }, ['envelope_data /data', 'envelope_meta /meta']],
    [
      { ok: true, data: {}, meta: {} },
      ['envelope_meta_version /meta/version', 'envelope_meta_generated_at /meta/generated_at'],
    ],
    [
      { ok: true, data: {}, meta: { version: 1, generated_at: 1 } },
      ['envelope_meta_version /meta/version', 'envelope_meta_generated_at /meta/generated_at'],
    ],
    [{ ok: false }, ['envelope_error /error']],
    [{ ok: false, error: { code: 'x' } }, ['envelope_error /error']],
    [{ ok: false, error: '' }, ['envelope_error /error']],
  ])('%j has the issues %j', (value, expected) => {
    expect(codes(value)).toEqual(expected);
    expect(checkEnvelope(value).ok).toBe(expected.length === 0);
  });

  it.each([
    ['2026-11-21T01:02:03Z', true],
    ['2026-11-21T01:02:03.123456Z', true],
    ['2026-11-21T01:02:03+02:00', true],
    ['2026-11-21T01:02Z', true],
    ['2026-11-21', false],
    ['2026-11-21T01:02:03', false],
    ['2026-13-21T01:02:03Z', false],
    ['1763700000000', false],
    ['Sat, 21 Nov 2026 01:02:03 GMT', false],
  ])('timestamp %s: %s', (text, expected) => {
    expect(isIsoTimestamp(text)).toBe(expected);
  });

  it('parses from bytes and says where the JSON breaks', () => {
    expect(parseEnvelope(Buffer.from(JSON.stringify({ ok: true, data: {}, meta }))).ok).toBe(true);
    expect(parseEnvelope('<html>')).toMatchObject({ ok: false, issues: [{ code: 'json_syntax', line: 1, column: 1 }] });
  });
});

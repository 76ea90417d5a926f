import vectors from '../../vectors/envelope.json';
import { parseInstallRequest } from '../install/index.js';
import { signatureReason, signatureReasons } from '../signing/index.js';
import { checkEnvelope, driveRefusals, failure, isIsoTimestamp, parseEnvelope, success } from './index.js';

const meta = { version: 'v1', generated_at: '2026-11-21T01:02:03.004Z' };
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

  it.each(vectors.cases)('vector: $name', ({ body, expect: wanted }) => {
    expect(checkEnvelope(body).issues.map(({ code, pointer }) => ({ code, pointer }))).toEqual(wanted);
    expect(checkEnvelope(body).ok).toBe(wanted.length === 0);
    expect(parseEnvelope(JSON.stringify(body)).ok).toBe(wanted.length === 0);
  });

  it.each(vectors.timestamps)('timestamp $text: $ok', ({ text, ok }) => {
    expect(isIsoTimestamp(text)).toBe(ok);
  });

  it.each(vectors.texts)('vector: $name', ({ text, code }) => {
    const parsed = parseEnvelope(text);
    expect(parsed.issues.map((issue) => issue.code)).toEqual(code === null ? [] : [code]);
  });

  it('parses from bytes and names where the JSON breaks', () => {
    expect(parseEnvelope(Buffer.from(JSON.stringify({ ok: true, data: {}, meta }))).ok).toBe(true);
    expect(parseEnvelope('<html>')).toMatchObject({ ok: false, issues: [{ code: 'json_syntax', line: 1, column: 1 }] });
  });
});

describe('a Drive’s refusals', () => {
  it('covers every spelling of a refused signature once', () => {
    const listed = driveRefusals.flatMap(({ status, spellings }) => (status === 401 ? [...spellings] : []));
    expect(listed.sort()).toEqual(Object.keys(signatureReasons).sort());
    for (const { status, error, spellings } of driveRefusals)
      if (status === 401) expect(spellings.map(signatureReason)).toEqual(spellings.map(() => error));
  });

  it('equals the library’s answers, in an envelope that the library accepts', () => {
    const errors = driveRefusals.map(({ error }) => error);
    expect(errors).toContain((parseInstallRequest({}) as { error: string }).error);
    for (const error of errors) if (error !== null) expect(checkEnvelope(failure(error)).ok).toBe(true);
  });
});

import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.js';
import vectors from '../../vectors/signing.json';
import {
  isSignatureMismatch,
  MAX_PATH_LENGTH,
  prepareKey,
  sign,
  signatureHeaders,
  signatureReason,
  verify,
  type HeaderBag,
} from './index.js';

const T = 1_763_700_000_000;
const key = prepareKey('secret');
const hmac = (secret: string | Uint8Array, message: string): string =>
  createHmac('sha256', secret).update(message).digest('hex');

describe('signing', () => {
  it.each(vectors.sign)('vector: $name', ({ secret, timestamp_ms, path, signature }) => {
    expect(sign({ secret, timestampMs: timestamp_ms, path })).toBe(signature);
    expect(sign({ secret: prepareKey(secret), timestampMs: timestamp_ms, path })).toBe(signature);
  });

  // RFC 4231, cases 1 to 4, 6 and 7 (5 truncates).
  it.each([
    ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '4a656665',
      '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'aa'.repeat(131),
      '54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      'aa'.repeat(131),
      '5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e',
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('RFC 4231 with key %s', (keyHex, dataHex, expected) => {
    expect(prepareKey(Buffer.from(keyHex, 'hex')).hmacHex(Buffer.from(dataHex, 'hex').toString('latin1'))).toBe(
      expected,
    );
  });

  it('equals createHmac for any key and message, keys interleaved', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        (a, b, message) => {
          const [ka, kb] = [prepareKey(a), prepareKey(b)];
          for (const [k, raw] of [
            [ka, a],
            [kb, b],
            [ka, a],
            [ka, a],
          ] as const) {
            expect(k.hmacHex(message)).toBe(hmac(raw, message));
          }
        },
      ),
    );
  });

  it('hashes the longest path of the widest characters completely', () => {
    const path = `/${'鍵'.repeat(MAX_PATH_LENGTH - 1)}`;
    expect(sign({ secret: key, timestampMs: T, path })).toBe(hmac('secret', `${T}:${path}`));
    expect(() => sign({ secret: key, timestampMs: T, path: `${path}x` })).toThrow(RangeError);
  });

  it('refuses an empty secret, whatever its form', () => {
    expect(() => prepareKey('')).toThrow('empty');
    expect(() => prepareKey(new Uint8Array())).toThrow('empty');
    expect(() => sign({ secret: '', timestampMs: T, path: '/' })).toThrow('empty');
    expect(() => prepareKey(undefined as unknown as string)).toThrow('string or bytes');
  });

  it('refuses to sign what cannot be a request', () => {
    for (const timestampMs of [Number.NaN, 1.5, -1, Infinity]) {
      expect(() => sign({ secret: key, timestampMs, path: '/' })).toThrow(RangeError);
    }
    for (const path of ['', 'api', 'https://a.example/b']) {
      expect(() => sign({ secret: key, timestampMs: T, path })).toThrow(RangeError);
    }
  });

  it('never prints the secret', () => {
    const secret = prepareKey('very-secret-value');
    expect(inspect({ secret }, { depth: 9, showHidden: true })).not.toContain('very-secret');
    expect(JSON.stringify({ secret })).toBe('{"secret":"[SigningKey]"}');
  });

  it('falls back to createHmac where one-shot hashing is not there', () => {
    const slow = jest.fn(createHmac);
    jest.isolateModules(() => {
      const crypto = jest.requireActual<object>('node:crypto');
      jest.doMock('node:crypto', () => ({ ...crypto, hash: undefined, createHmac: slow }));
      const old = jest.requireActual<typeof import('./key.js')>('./key.js');
      expect(old.prepareKey('a'.repeat(80)).hmacHex('m')).toBe(hmac('a'.repeat(80), 'm'));
      jest.dontMock('node:crypto');
    });
    expect(slow).toHaveBeenCalledTimes(1);
  });
});

describe('verifying', () => {
  it.each(vectors.verify)('vector: $name', ({ headers, path, secrets, now_ms, expect: wanted }) => {
    const result = verify({ headers: headers as HeaderBag, path, keys: secrets.map(prepareKey), nowMs: now_ms });
    expect(result).toEqual(wanted.ok ? { ok: true, keyIndex: wanted.key_index } : { ok: false, reason: wanted.reason });
  });

  it('accepts whatever was signed, within the window and in any header case, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.webPath(),
        fc.integer({ min: -300_001, max: 300_001 }),
        fc.boolean(),
        (secret, webPath, drift, upper) => {
          const path = `/${webPath}`;
          const pair = Object.entries(signatureHeaders({ secret, timestampMs: T, path }));
          const headers = Object.fromEntries(pair.map(([name, value]) => [upper ? name.toUpperCase() : name, value]));
          const keys = [prepareKey(secret)];
          const inside = Math.abs(drift) <= 300_000;
          expect(verify({ headers, path, keys, nowMs: T + drift }).ok).toBe(inside);
          expect(verify({ headers, path: `${path}x`, keys, nowMs: T }).ok).toBe(false);
          expect(verify({ headers, path, keys: [prepareKey(`${secret}x`)], nowMs: T }).ok).toBe(false);
        },
      ),
    );
  });

  it('never throws, whatever the headers contain', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (t, s, path) => {
          const headers = { 'x-platform-timestamp': t, 'x-platform-signature': s };
          expect(verify({ headers, path, keys: [key], nowMs: T }).ok).toBe(false);
        },
      ),
    );
  });

  it('keeps no trace of the previous signature', () => {
    const headers = signatureHeaders({ secret: key, timestampMs: T, path: '/' });
    const signature = headers['X-Platform-Signature'];
    expect(verify({ headers, path: '/', keys: [key], nowMs: T }).ok).toBe(true);
    for (const forged of [`${signature.slice(0, 63)}\u0161`, `${signature.slice(0, 62)}\u{1f511}`]) {
      const result = verify({
        headers: { ...headers, 'X-Platform-Signature': forged },
        path: '/',
        keys: [key],
        nowMs: T,
      });
      expect(result).toEqual({ ok: false, reason: 'bad_signature' });
    }
  });

  it('reads Headers objects and single-element arrays, and refuses doubled headers', () => {
    const headers = signatureHeaders({ secret: key, timestampMs: T, path: '/' });
    const at = { path: '/', keys: [key], nowMs: T };
    const t = headers['X-Platform-Timestamp'];
    const s = headers['X-Platform-Signature'];
    expect(verify({ headers: new Headers(headers), ...at }).ok).toBe(true);
    expect(verify({ headers: { 'X-Platform-Timestamp': [t], 'x-platform-signature': [s] }, ...at }).ok).toBe(true);
    expect(verify({ headers: { 'X-Platform-Timestamp': t, 'x-platform-signature': [s, s] }, ...at }).ok).toBe(false);
  });

  it('refuses when the own clock is not a number', () => {
    const headers = signatureHeaders({ secret: key, timestampMs: T, path: '/' });
    expect(verify({ headers, path: '/', keys: [key], nowMs: Number.NaN })).toEqual({
      ok: false,
      reason: 'stale_timestamp',
    });
  });

  it('refuses a path over the cap before hashing it', () => {
    const path = `/${'a'.repeat(MAX_PATH_LENGTH)}`;
    const headers = { 'x-platform-timestamp': String(T), 'x-platform-signature': hmac('secret', `${T}:${path}`) };
    expect(verify({ headers, path, keys: [key], nowMs: T })).toEqual({ ok: false, reason: 'bad_signature' });
  });
});

describe('reasons', () => {
  it.each([
    ['missing_signature_headers', 'missing_signature_headers'],
    ['missing-headers', 'missing_signature_headers'],
    ['stale_timestamp', 'stale_timestamp'],
    ['timestamp-skew', 'stale_timestamp'],
    ['bad_timestamp', 'stale_timestamp'],
    ['bad_signature', 'bad_signature'],
    ['sig-length', 'bad_signature'],
    ['sig-mismatch', 'bad_signature'],
    ['unauthorized', null],
    ['toString', null],
    [{ code: 1 }, null],
  ])('%p means %p', (error, reason) => {
    expect(signatureReason(error)).toBe(reason);
    expect(isSignatureMismatch(error)).toBe(reason === 'bad_signature');
  });
});

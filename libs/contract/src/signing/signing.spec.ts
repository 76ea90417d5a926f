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
/** The outcome of verifying at `T`: the key that fits, or the reason. */
const answer = (headers: HeaderBag, path = '/p', nowMs = T, keys = [key]): string => {
  const result = verify({ headers, path, keys, nowMs });
  return result.ok ? `key ${result.keyIndex}` : result.reason;
};
const bag = (timestamp: string, signature: string): Record<string, string> => ({
  'x-platform-timestamp': timestamp,
  'x-platform-signature': signature,
});
const MISSING = 'missing_signature_headers';
const STALE = 'stale_timestamp';
const BAD = 'bad_signature';

describe('signing', () => {
  it.each(vectors.sign)('agrees with the vector: $name', ({ secret, timestamp_ms, path, signature }) => {
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
  ])('gives the result of RFC 4231 with key %s', (keyHex, dataHex, expected) => {
    expect(prepareKey(Buffer.from(keyHex, 'hex')).hmacHex(Buffer.from(dataHex, 'hex').toString('latin1'))).toBe(
      expected,
    );
  });

  it('equals createHmac for any key and message, with alternating keys', () => {
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
    for (const secret of [undefined, null, 7, {}, []])
      expect(() => prepareKey(secret as unknown as string)).toThrow('string or bytes');
  });

  it('refuses to sign what cannot be a request', () => {
    for (const timestampMs of [Number.NaN, 1.5, -1, Infinity, 2 ** 53, '1' as unknown as number]) {
      expect(() => sign({ secret: key, timestampMs, path: '/' })).toThrow(RangeError);
    }
    for (const path of ['', 'api', 'https://a.example/b', '?a', ' /p']) {
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

describe('the verification of a signature', () => {
  it.each(vectors.verify)('agrees with the vector: $name', ({ headers, path, secrets, now_ms, expect: wanted }) => {
    const result = verify({ headers: headers as HeaderBag, path, keys: secrets.map(prepareKey), nowMs: now_ms });
    expect(result).toEqual(wanted.ok ? { ok: true, keyIndex: wanted.key_index } : { ok: false, reason: wanted.reason });
  });

  it('accepts what was signed within the window, and nothing else when one character changes', () => {
    const hex = [...'0123456789abcdef'];
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.integer({ min: 0, max: 2 ** 45 }),
        fc.integer({ min: -300_001, max: 300_001 }),
        fc.nat(10_000),
        (secret, rest, timestampMs, drift, at) => {
          const path = `/${rest}`;
          const keys = [prepareKey(secret)];
          const headers = signatureHeaders({ secret, timestampMs, path });
          const signature = headers['X-Platform-Signature'];
          expect(signature).toBe(hmac(secret, `${timestampMs}:${path}`));
          expect(answer(headers, path, timestampMs + drift, keys)).toBe(Math.abs(drift) <= 300_000 ? 'key 0' : STALE);
          const i = at % 64;
          const flipped = hex[(hex.indexOf(signature[i] ?? '') + 1 + (at % 15)) % 16] ?? '';
          const forged = signature.slice(0, i) + flipped + signature.slice(i + 1);
          expect(answer(bag(String(timestampMs), forged), path, timestampMs, keys)).toBe(BAD);
          const j = 1 + (at % (rest.length + 1));
          expect(answer(headers, `${path.slice(0, j)}z${path.slice(j)}`, timestampMs, keys)).toBe(BAD);
          expect(answer(bag(String(timestampMs + 1), signature), path, timestampMs, keys)).toBe(BAD);
          expect(answer(headers, path, timestampMs, [prepareKey(`${secret}x`)])).toBe(BAD);
        },
      ),
    );
  });

  it('never throws, whatever the headers contain', () => {
    const any = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(any, any, any, (timestamp, signature, path) => {
        expect(verify({ headers: bag(timestamp, signature), path, keys: [key], nowMs: T }).ok).toBe(false);
      }),
    );
  });

  it.each([
    ...['1763700000000.0', '1763700000000n', '1763700000000\n', '1763700000000\u0000', 'NaN', 'Infinity', '-0', 'null'],
    ...['2025-11-21T04:40:00.000Z', '1_763_700_000_000', '1,763,700,000,000', '[1763700000000]', '"1763700000000"'],
    ...['1763700000000000000', '9'.repeat(400), '00000000001763700000000', '0', '1'],
  ])('finds the timestamp %j stale even when it is signed as it is', (timestamp) => {
    expect(answer(bag(timestamp, hmac('secret', `${timestamp}:/p`)))).toBe(STALE);
  });

  const good = hmac('secret', `${T}:/p`);
  it.each([
    ...[`0x${good}`, `${good}\n`, `${good}\u0000`, `${good}00`, `${good}${good}`, `${good}, ${good}`, `"${good}"`],
    ...[`${good.slice(0, 62)}zz`, '\u00e9'.repeat(64), '\u00e9'.repeat(32), 'a'.repeat(100_000), '\ud800'.repeat(64)],
    ...[
      Buffer.from(good, 'hex').toString('base64'),
      `v1=${good}`,
      hmac('secret', `${T}./p`),
      hmac('secret\n', `${T}:/p`),
    ],
    ...[hmac('secret', `${T}:`), hmac('secret', `${T}:GET/p`), hmac('secret', `${T}:/p{}`)],
    good.replace(/[a-f]/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    createHmac('sha1', 'secret').update(`${T}:/p`).digest('hex'),
  ])('refuses the signature %j', (signature) => {
    expect(answer(bag(String(T), signature))).toBe(BAD);
  });

  it.each([
    ['an undefined signature', { 'x-platform-timestamp': String(T), 'x-platform-signature': undefined }, MISSING],
    ['an empty list', { 'x-platform-timestamp': String(T), 'x-platform-signature': [] }, MISSING],
    ['other names', { 'x-platform-timestamp ': String(T), x_platform_signature: good }, MISSING],
    ['names in mixed case', { 'x-PLATFORM-timeStamp': String(T), 'X-platform-SIGNATURE': good }, 'key 0'],
    ['a Headers object', new Headers({ 'X-Platform-Timestamp': String(T), 'X-Platform-Signature': good }), 'key 0'],
    ['lists of one', { 'x-platform-timestamp': [String(T)], 'x-platform-signature': [good] }, 'key 0'],
    ['the signature twice', { 'x-platform-timestamp': String(T), 'x-platform-signature': [good, good] }, BAD],
    ['the timestamp twice', { 'x-platform-timestamp': [String(T), String(T)], 'x-platform-signature': good }, STALE],
    ['two spellings, one as Node writes it', { ...bag(String(T), good), 'X-Platform-Signature': 'x' }, 'key 0'],
    [
      'two spellings, none as Node writes it',
      { 'x-platform-timestamp': String(T), 'X-Platform-Signature': good, 'X-PLATFORM-SIGNATURE': good },
      BAD,
    ],
    [
      'a doubled Headers value',
      new Headers([...Object.entries(bag(String(T), good)), ['X-Platform-Signature', good]]),
      BAD,
    ],
    ['other headers beside', { ...bag(String(T), good), get: 'x', constructor: 'y', authorization: 'z' }, 'key 0'],
  ] as [string, HeaderBag, string][])('reads headers: %s', (_name, headers, expected) => {
    expect(answer(headers)).toBe(expected);
  });

  it('tries every key', () => {
    const keys = [...Array.from({ length: 99 }, (_, i) => prepareKey(`k${i}`)), key];
    expect(answer(bag(String(T), good), '/p', T, keys)).toBe('key 99');
  });

  it('keeps no trace of the previous signature', () => {
    expect(answer(bag(String(T), good))).toBe('key 0');
    for (const forged of [`${good.slice(0, 63)}\u0161`, `${good.slice(0, 62)}\u{1f511}`])
      expect(answer(bag(String(T), forged))).toBe(BAD);
  });

  it('refuses everything when its own clock is not a number', () => {
    expect(answer(bag(String(T), good), '/p', Number.NaN)).toBe(STALE);
  });

  it('refuses a path over the cap before hashing it', () => {
    const path = `/${'a'.repeat(MAX_PATH_LENGTH)}`;
    expect(answer(bag(String(T), hmac('secret', `${T}:${path}`)), path)).toBe(BAD);
  });
});

describe('reasons of a refusal', () => {
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

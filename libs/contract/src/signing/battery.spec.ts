import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.js';
import { MAX_SKEW_MS, prepareKey, sign, signatureHeaders, verify, type HeaderBag } from './index.js';

const NOW = 1_767_225_600_000;
const SECRET = 'battery-secret';
/** The contract's recipe, implemented a second time. */
const recipe = (secret: string | Uint8Array, timestamp: string, path: string): string =>
  createHmac('sha256', secret).update(`${timestamp}:${path}`, 'utf8').digest('hex');
const keys = [prepareKey(SECRET)];
const answer = (headers: HeaderBag, path: string, nowMs = NOW, ring = keys): string => {
  const result = verify({ headers, path, keys: ring, nowMs });
  return result.ok ? `key ${result.keyIndex}` : result.reason;
};
const bag = (timestamp: string, signature: string): Record<string, string> => ({
  'x-platform-timestamp': timestamp,
  'x-platform-signature': signature,
});
const MISSING = 'missing_signature_headers';
const STALE = 'stale_timestamp';
const BAD = 'bad_signature';

const PATHS = [
  ...[
    '/',
    '//',
    '/api/platform/metrics',
    '/api/platform/events?since=0',
    '/api/platform/events?',
    '/?',
    '/??',
    '/a?b=c?d',
  ],
  ...[
    '/api/platform/events?since=1&limit=2',
    '/api/platform/events?limit=2&since=1',
    '/e?since=1&since=2',
    '/e?&&',
    '/e?=',
  ],
  ...[
    '/api/platform/install/a%2Fb',
    '/api/platform/install/a%2fb',
    '/api/platform/install/%00',
    '/i/%E2%82%AC',
    '/i/%zz',
    '/%',
  ],
  ...[
    '/a/../b',
    '/a/./b',
    '/a//b',
    '/a/b/',
    '/A/B',
    '/a;v=1',
    '/a:b',
    '/:id',
    '/a+b?c=d+e',
    '/a?b=%20',
    '/a?b=+',
    '/a#b',
  ],
  ...[
    '/a?q=\u20ac',
    '/\u00e9',
    '/e\u0301',
    '/\ud83d\ude80',
    '/a\tb',
    '/a b',
    '/\u0000',
    '/a"b',
    "/a'b",
    '/a\\b',
    '/1767225600000:/x',
  ],
  ...[`/${'p'.repeat(4_095)}`, '/a?b[]=1&c={}', '/a?b=https://x/y', '/~user', '/a?b=c;d=e', '/a|b', '/a^b'],
];
const SECRETS: (string | Uint8Array)[] = [
  ...[
    's',
    ' ',
    'secret\n',
    'secret',
    '"secret"',
    '\u00e9\u20ac\ud83d\ude80',
    'c2VjcmV0',
    '\u0000',
    'a\u0000b',
    '\ufeffsecret',
  ],
  ...[
    'k'.repeat(63),
    'k'.repeat(64),
    'k'.repeat(65),
    'k'.repeat(128),
    'k'.repeat(5_000),
    '\u00e9'.repeat(32),
    '\u00e9'.repeat(33),
  ],
  ...[new Uint8Array(32), new Uint8Array(64).fill(255), new Uint8Array(65).fill(1), Buffer.from('00ff', 'hex')],
];
const TIMES = [0, 1, 999, 1_700_000_000, NOW, NOW + 1, 9_999_999_999_999, Number.MAX_SAFE_INTEGER];

describe('signing by the contract', () => {
  it.each(PATHS)('signs exactly timestamp, colon and path as they are: %j', (path) => {
    for (const timestampMs of TIMES) {
      const signature = sign({ secret: SECRET, timestampMs, path });
      expect(signature).toBe(recipe(SECRET, String(timestampMs), path));
      expect(answer(bag(String(timestampMs), signature), path, timestampMs)).toBe('key 0');
    }
  });

  it.each(SECRETS.map((secret, i): [number, string | Uint8Array] => [i, secret]))(
    'uses secret %i as its bytes',
    (_i, secret) => {
      const key = prepareKey(secret);
      const signature = recipe(secret, String(NOW), '/p?q');
      expect(sign({ secret: key, timestampMs: NOW, path: '/p?q' })).toBe(signature);
      expect(answer(bag(String(NOW), signature), '/p?q', NOW, [key])).toBe('key 0');
      expect(answer(bag(String(NOW), signature), '/p?q')).toBe(BAD);
    },
  );

  it.each(PATHS.flatMap((a, i) => PATHS.slice(i + 1, i + 4).map((b): [string, string] => [a, b])))(
    'a signature for %j is invalid for %j',
    (a, b) => expect(answer(bag(String(NOW), recipe(SECRET, String(NOW), a)), b)).toBe(BAD),
  );

  it.each([-300_001, -300_000, -299_999, -1, 0, 1, 299_999, 300_000, 300_001, -86_400_000, 86_400_000])(
    'a clock that is off by %i ms',
    (offset) => {
      const timestamp = String(NOW + offset);
      const expected = Math.abs(offset) <= MAX_SKEW_MS ? 'key 0' : STALE;
      expect(answer(bag(timestamp, recipe(SECRET, timestamp, '/p')), '/p')).toBe(expected);
    },
  );

  it.each([
    ...[
      '1767225600',
      '1767225600.000',
      '1767225600000.0',
      '1767225600000.5',
      '1.7672256e12',
      '1767225600000n',
      '+1767225600000',
    ],
    ...[
      '-1767225600000',
      ' 1767225600000',
      '1767225600000 ',
      '1767225600000\n',
      '1767225600000\u0000',
      '0x19b76f1a800',
      'NaN',
    ],
    ...[
      'Infinity',
      '-0',
      'null',
      'undefined',
      'now',
      '2026-01-01T00:00:00.000Z',
      '1_767_225_600_000',
      '1,767,225,600,000',
    ],
    ...[
      '\uff11\uff17\uff16\uff17\uff12\uff12\uff15\uff16\uff10\uff10\uff10\uff10\uff10',
      '\u0661\u0667\u0666',
      '1767225600000000000',
    ],
    ...[
      '9'.repeat(400),
      '00000000001767225600000',
      '1767225600000, 1767225600000',
      '0',
      '1',
      '[1767225600000]',
      '"1767225600000"',
    ],
  ])('the timestamp %j is stale even when it is signed as it is', (timestamp) => {
    expect(answer(bag(timestamp, recipe(SECRET, timestamp, '/p')), '/p')).toBe(STALE);
    expect(answer(bag(timestamp, 'x'), '/p')).toBe(STALE);
  });

  const good = recipe(SECRET, String(NOW), '/p');
  const lookalike = good.replace(/[a-f]/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  it.each([
    ...[
      good.toUpperCase(),
      good.replace(/[a-f]/, (d) => d.toUpperCase()),
      `sha256=${good}`,
      `0x${good}`,
      ` ${good}`,
      `${good} `,
    ],
    ...[
      `${good}\n`,
      `${good}\u0000`,
      `${good}00`,
      `${good}zz`,
      good.slice(1),
      good.slice(0, 63),
      good.slice(0, 62),
      `${good}${good}`,
    ],
    ...[
      `${good.slice(0, 62)}zz`,
      `${good.slice(0, 63)}`,
      'g'.repeat(64),
      '0'.repeat(64),
      'f'.repeat(64),
      '\u00e9'.repeat(64),
      '\u00e9'.repeat(32),
    ],
    ...[
      lookalike,
      Buffer.from(good, 'hex').toString('base64'),
      Buffer.from(good, 'hex').toString('base64url'),
      `${good}, ${good}`,
    ],
    ...[
      `${good};`,
      `"${good}"`,
      `v1=${good}`,
      'x',
      'null',
      'undefined',
      '[object Object]',
      'a'.repeat(100_000),
      '\ud800'.repeat(64),
    ],
    ...[recipe(SECRET, '1767225600', '/p'), recipe(SECRET, String(NOW), 'GET/p'), recipe(SECRET, String(NOW), '/p{}')],
    ...[recipe(`${SECRET}\n`, String(NOW), '/p'), recipe('', String(NOW), '/p'), recipe(SECRET, String(NOW), '')],
    createHmac('sha256', SECRET).update(`${NOW}.${'/p'}`).digest('hex'),
    createHmac('sha1', SECRET).update(`${NOW}:/p`).digest('hex'),
    createHmac('sha512', SECRET).update(`${NOW}:/p`).digest('hex'),
  ])('the signature %j does not verify', (signature) => {
    expect(answer(bag(String(NOW), signature), '/p')).toBe(BAD);
  });

  it.each([
    ['no headers', {}, MISSING],
    ['no signature', { 'x-platform-timestamp': String(NOW) }, MISSING],
    ['no timestamp', { 'x-platform-signature': good }, MISSING],
    ['an undefined signature', { 'x-platform-timestamp': String(NOW), 'x-platform-signature': undefined }, MISSING],
    ['an empty list', { 'x-platform-timestamp': String(NOW), 'x-platform-signature': [] }, MISSING],
    ['missing before stale', { 'x-platform-timestamp': '1' }, MISSING],
    ['stale before wrong', bag('1', 'x'), STALE],
    ['other names', { 'x-platform-timestamp ': String(NOW), x_platform_signature: good }, MISSING],
    ['names as documented', { 'X-Platform-Timestamp': String(NOW), 'X-Platform-Signature': good }, 'key 0'],
    ['names in capitals', { 'X-PLATFORM-TIMESTAMP': String(NOW), 'X-PLATFORM-SIGNATURE': good }, 'key 0'],
    ['names in mixed case', { 'x-PLATFORM-timeStamp': String(NOW), 'X-platform-SIGNATURE': good }, 'key 0'],
    ['a Headers object', new Headers({ 'X-Platform-Timestamp': String(NOW), 'X-Platform-Signature': good }), 'key 0'],
    ['lists of one', { 'x-platform-timestamp': [String(NOW)], 'x-platform-signature': [good] }, 'key 0'],
    ['the signature twice', { 'x-platform-timestamp': String(NOW), 'x-platform-signature': [good, good] }, BAD],
    [
      'the timestamp twice',
      { 'x-platform-timestamp': [String(NOW), String(NOW)], 'x-platform-signature': good },
      STALE,
    ],
    ['two spellings, one as Node writes it', { ...bag(String(NOW), good), 'X-Platform-Signature': 'x' }, 'key 0'],
    [
      'two spellings, none as Node writes it',
      { 'x-platform-timestamp': String(NOW), 'X-Platform-Signature': good, 'X-PLATFORM-SIGNATURE': good },
      BAD,
    ],
    [
      'a doubled Headers value',
      new Headers([
        ['x-platform-timestamp', String(NOW)],
        ['x-platform-signature', good],
        ['X-Platform-Signature', good],
      ]),
      BAD,
    ],
    [
      'other headers beside',
      { ...bag(String(NOW), good), get: 'x', constructor: 'y', authorization: 'Bearer z' },
      'key 0',
    ],
  ] as [string, HeaderBag, string][])('headers: %s', (_name, headers, expected) => {
    expect(answer(headers, '/p')).toBe(expected);
  });

  it.each([
    ['no key', [], BAD],
    ['another key', ['other'], BAD],
    ['new, then old', ['other', SECRET], 'key 1'],
    ['old, then new', [SECRET, 'other'], 'key 0'],
    ['twice the same', [SECRET, SECRET], 'key 0'],
    ['a hundred keys', [...Array.from({ length: 99 }, (_, i) => `k${i}`), SECRET], 'key 99'],
  ])('keys: %s', (_name, secrets, expected) => {
    expect(
      answer(
        bag(String(NOW), good),
        '/p',
        NOW,
        secrets.map((secret) => prepareKey(secret)),
      ),
    ).toBe(expected);
  });

  it('refuses what cannot be signed and never a stranger’s input', () => {
    for (const secret of ['', new Uint8Array(0)]) expect(() => prepareKey(secret)).toThrow();
    for (const secret of [undefined, null, 7, {}, []]) expect(() => prepareKey(secret as unknown as string)).toThrow();
    for (const timestampMs of [-1, 0.5, NaN, Infinity, 2 ** 53, '1' as unknown as number])
      expect(() => signatureHeaders({ secret: SECRET, timestampMs, path: '/p' })).toThrow(RangeError);
    for (const path of ['', 'p', 'https://a.example/p', '?a', ' /p', `/${'p'.repeat(4_096)}`]) {
      expect(() => sign({ secret: SECRET, timestampMs: NOW, path })).toThrow(RangeError);
    }
    const long = `/${'p'.repeat(4_096)}`;
    expect(answer(bag(String(NOW), recipe(SECRET, String(NOW), long)), long)).toBe(BAD);
    expect(answer(bag(String(NOW), 'x'), '')).toBe(BAD);
  });

  it('verifies what it signed, and nothing else when one character changes', () => {
    const hex = [...'0123456789abcdef'];
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.integer({ min: 0, max: 2 ** 45 }),
        fc.nat(10_000),
        (secret, rest, timestampMs, at) => {
          const path = `/${rest}`;
          const key = prepareKey(secret);
          const headers = signatureHeaders({ secret: key, timestampMs, path });
          const signature = headers['X-Platform-Signature'];
          expect(signature).toBe(recipe(secret, String(timestampMs), path));
          expect(answer(headers, path, timestampMs, [key])).toBe('key 0');
          const i = at % 64;
          const flipped = hex[(hex.indexOf(signature[i] ?? '') + 1 + (at % 15)) % 16] ?? '';
          const forged = signature.slice(0, i) + flipped + signature.slice(i + 1);
          expect(answer(bag(String(timestampMs), forged), path, timestampMs, [key])).toBe(BAD);
          const j = 1 + (at % (rest.length + 1));
          expect(answer(headers, `${path.slice(0, j)}z${path.slice(j)}`, timestampMs, [key])).toBe(BAD);
          expect(answer(bag(String(timestampMs + 1), signature), path, timestampMs, [key])).toBe(BAD);
        },
      ),
    );
  });
});

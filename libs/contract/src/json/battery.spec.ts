import fc from 'fast-check';
import { canonicalJson, digestOf, parseStrictJson, type JsonValue } from './index.js';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);
const list = (length: number): string => `[${Array.from({ length }, () => '0').join()}]`;
const keys = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`;

/** Texts that are not JSON, and JSON that no valid document needs. */
const REFUSED: (string | Uint8Array)[] = [
  ...[
    '',
    ' ',
    '\n',
    '{',
    '}',
    '[',
    ']',
    '{]',
    '[}',
    '{}{}',
    '{} x',
    '[] []',
    '1 2',
    'nul',
    'True',
    'NULL',
    'undefined',
    'NaN',
  ],
  ...[
    'Infinity',
    '-Infinity',
    '-',
    '+1',
    '.5',
    '5.',
    '01',
    '-01',
    '1e',
    '1e+',
    '1.e1',
    '0x10',
    '1_000',
    '1n',
    '--1',
    '00',
  ],
  ...[
    '[1,]',
    '[,1]',
    '[1,,2]',
    '[1 2]',
    '{"a":1,}',
    '{,"a":1}',
    '{"a" 1}',
    '{"a":}',
    '{a:1}',
    "{'a':1}",
    '{"a":1 "b":2}',
    '{1:1}',
  ],
  ...[
    '"',
    '"a',
    'a"',
    "'a'",
    '"\\x"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\"',
    '"\t"',
    '"\n"',
    '"\u0000"',
    '"\u001f"',
    '"\\U0041"',
  ],
  ...[
    '// x\n{}',
    '/* x */{}',
    '{}//',
    '#x\n1',
    '\ufeff{}',
    '\u00a0{}',
    '\u2028{}',
    '\u000b1',
    '\u000c1',
    '{}\u0000',
    '`a`',
    '<html>',
  ],
  ...['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"b":{"a":1,"c":2,"a":3}}]', '{"":1,"":2}', '{"\u00e9":1,"\\u00e9":2}'],
  ...[
    '{"__proto__":{}}',
    '{"\\u005f_proto__":{}}',
    '{"a":{"constructor":1}}',
    '[{"prototype":null}]',
    '{"__proto__":1,"a":2}',
  ],
  ...[
    '"\\u0000"',
    '{"a\\u0000":1}',
    '"\\ud800"',
    '"\\udc00"',
    '"\\udc00\\ud800"',
    '"a\\ud83dx"',
    '{"\\ud800":1}',
    '"\ud800"',
  ],
  ...[
    '1e309',
    '-1e309',
    '1e400',
    '9007199254740992',
    '-9007199254740992',
    '9007199254740993',
    '1e16',
    `1${'0'.repeat(64)}`,
  ],
  ...[
    `0.${'1'.repeat(63)}`,
    '1e130000',
    '1E+400',
    nested(33),
    nested(33, '{"a":', '}').replace(':}', ':1}'),
    nested(100_000),
  ],
  ...[
    '['.repeat(1_000_000),
    '{"a":'.repeat(100_000),
    list(20_000),
    keys(2_001),
    `"${'s'.repeat(65_537)}"`,
    `{"${'k'.repeat(65_537)}":1}`,
  ],
  `"${'s'.repeat(262_143)}"`,
  ' '.repeat(262_144) + '1',
  bytes([0xef, 0xbb, 0xbf], '{}'),
  bytes([0xff, 0xfe], '{\u0000}\u0000'),
  bytes('"', [0xc3], '"'),
  bytes('"', [0xc0, 0x80], '"'),
  bytes('"', [0xed, 0xa0, 0x80], '"'),
  bytes('"', [0xf4, 0x90, 0x80, 0x80], '"'),
  bytes('"', [0x80], '"'),
  bytes('{"a":"', [0xe2, 0x82], '"}'),
  new Uint8Array(0),
];

const ACCEPTED: string[] = [
  ...[
    '{}',
    '[]',
    'null',
    'true',
    'false',
    '0',
    '-0',
    '""',
    ' {} ',
    '\r\n\t1\r\n\t',
    '1.0',
    '1e0',
    '1E+2',
    '1e-2',
    '-1.5e3',
    '0e10',
  ],
  ...[
    '9007199254740991',
    '-9007199254740991',
    '0.1',
    '1e15',
    '5e-324',
    '1e-400',
    `0.${'1'.repeat(62)}`,
    '123456789.25',
  ],
  ...[
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\u00e9"',
    '"\\ud83d\\ude80"',
    '"\ud83d\ude80"',
    '"\u007f"',
    '"\u2028"',
    '"\\u2028"',
    '"\ufeff"',
  ],
  ...[
    '{"a":{"a":{"a":1}}}',
    '[[],{},[{}]]',
    '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
    '{"_proto_":1,"proto":2}',
    '{"":0}',
  ],
  ...[
    '{"a":"__proto__"}',
    '["constructor"]',
    '{"A":1,"a":2}',
    '{"\u00e9":1,"e\u0301":2}',
    '{"1":1,"0":2,"-1":3}',
    '{"a":[{"a":1},{"a":2}]}',
  ],
  ...[nested(32), nested(32, '{"a":', '}').replace(':}', ':1}'), list(19_999), keys(2_000), `"${'s'.repeat(65_536)}"`],
  `${' '.repeat(262_143)}1`,
];

describe('strict JSON', () => {
  it.each(REFUSED.map((text, i): [number, string | Uint8Array] => [i, text]))(
    'refuses case %i with a place and a code',
    (_i, text) => {
      const result = parseStrictJson(text);
      expect(result).toMatchObject({ ok: false, issue: { level: 'error', pointer: '' } });
      if (!result.ok) expect(result.issue.code).toMatch(/^json_[a-z_]+$/);
    },
  );

  it.each(ACCEPTED.map((text, i): [number, string] => [i, text]))(
    'accepts case %i with the value of JSON.parse',
    (_i, text) => {
      for (const input of [text, Buffer.from(text)]) {
        const result = parseStrictJson(input);
        expect(result.ok && Object.is(JSON.stringify(result.value), JSON.stringify(JSON.parse(text)))).toBe(true);
        if (result.ok) expect(result.value).toEqual(JSON.parse(text));
      }
    },
  );

  const letters = [...'{}[]:,"\\/ \n\t0123456789-+.eEtrufalsn\u0000\ufeff\u00e9'];
  const soup = fc.array(
    fc.constantFrom(...letters, '\\u', 'true', 'null', '"a":', '"__proto__":', '\ud800', '"\ud83d\ude80"'),
    { maxLength: 24 },
  );

  it('accepts nothing that JSON.parse refuses, and reads the same value', () => {
    fc.assert(
      fc.property(soup, (parts) => {
        const text = parts.join('');
        const result = parseStrictJson(text);
        if (result.ok) expect(result.value).toEqual(JSON.parse(text));
      }),
      { numRuns: 600 },
    );
  });

  it('accepts every plain document that JSON.stringify writes, in any layout', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 8, stringUnit: 'grapheme' }),
        fc.constantFrom(undefined, 1, '\t', '  '),
        (text, indent) => {
          const value = JSON.parse(text) as JsonValue;
          const laidOut = JSON.stringify(value, null, indent);
          const result = parseStrictJson(laidOut);
          const allowed = !/__proto__|"constructor"|"prototype"|\\u0000|e\+?\d{2}|\d{17}/.test(laidOut);
          if (allowed) expect(result).toMatchObject({ ok: true });
          if (result.ok) expect(result.value).toEqual(value);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('a digest depends on the value alone, and differs when the value does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const again = JSON.parse(JSON.stringify(a)) as JsonValue;
        const turned = reversed(again);
        expect(digestOf(turned)).toBe(digestOf(again));
        expect(JSON.parse(canonicalJson(again))).toEqual(again);
        const other = JSON.parse(JSON.stringify(b)) as JsonValue;
        const same = canonicalJson(again) === canonicalJson(other);
        expect(digestOf(again) === digestOf(other)).toBe(same);
      }),
    );
  });
});

/** The same value with every object's keys in the opposite order. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

import fc from 'fast-check';
import { cpuMs } from '../../../../test/support/processes/cpu-time.js';
import {
  canonicalJson,
  childPointer,
  digestOf,
  locatePointers,
  parseStrictJson,
  positionAt,
  type JsonValue,
} from './index.js';

const code = (input: string | Uint8Array, limits = {}): string => {
  const result = parseStrictJson(input, limits);
  return result.ok ? 'ok' : result.issue.code;
};

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);
const list = (length: number): string => `[${Array.from({ length }, () => '0').join()}]`;
const keys = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`;

/** Refused texts by code: what JSON.parse refuses too is found by the property below. */
const REFUSED: [code: string, texts: (string | Uint8Array)[]][] = [
  [
    'json_syntax',
    ['', ' ', '{', '[1,]', '{"a":1,}', "{'a':1}", '01', '1.', '+1', '1e', 'NaN', 'tru', 'nulll', '"\\x"'],
  ],
  ['json_syntax', ['"\\u12g4"', '"a', '"\t"', '1 1', '/**/1', '\f1', '[\u00a01]', '{}\u0000', '{}//', '\u2028{}']],
  ['json_duplicate_key', ['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"b":{"a":1,"c":2,"a":3}}]', '{"":1,"":2}']],
  ['json_duplicate_key', ['{"a" :1,"b":1,"b":2}', '{"a":":x","a":2}', '{"":0,"":0,"a":1e9}']],
  [
    'json_forbidden_key',
    ['{"__proto__":{}}', '{"\\u005f_proto__":{}}', '{"a":{"constructor":1}}', '[{"prototype":null}]'],
  ],
  ['json_nul', ['"\\u0000"', '{"a\\u0000":1}']],
  ['json_unicode', ['"\\ud800"', '"\\udc00\\ud800"', '"a\\ud83dx"', '{"\\ud800":1}', '"\ud800"']],
  ['json_number', ['1e309', '-1e400', '9007199254740992', '-9007199254740992', '1e16', `1${'0'.repeat(64)}`]],
  ['json_number', [`0.${'1'.repeat(63)}`, '1E+400', `[1.${'0'.repeat(70)}]`]],
  [
    'json_encoding',
    ['\ufeff{}', bytes([0xef, 0xbb, 0xbf], '{}'), bytes([0xff, 0xfe], '{\u0000}\u0000'), bytes([0xff])],
  ],
  ['json_encoding', [bytes('"', [0xc0, 0x80], '"'), bytes('"', [0xed, 0xa0, 0x80], '"'), bytes('"', [0x80], '"')]],
  ['json_encoding', [bytes('"', [0xf4, 0x90, 0x80, 0x80], '"'), bytes('{"a":"', [0xe2, 0x82], '"}')]],
  [
    'json_too_deep',
    [nested(33), nested(33, '{"a":', '}').replace(':}', ':1}'), '['.repeat(200_000), '{"a":'.repeat(40_000)],
  ],
  ['json_too_large', ['['.repeat(1_000_000), `"${'s'.repeat(262_143)}"`, `${' '.repeat(262_144)}1`]],
  ['json_too_many_values', [list(20_000)]],
  ['json_too_many_keys', [keys(2_001)]],
  ['json_string_too_long', [`"${'s'.repeat(65_537)}"`, `{"${'k'.repeat(65_537)}":1}`]],
];

/** Numbers as they are kept where their text may stand for them. */
const NUMBERS: [text: string, kept: string | number][] = [
  ...(['1234567890123456789', '-9007199254740993', '1e400', '1e-400', '0.1234567890123456789'] as const).map(
    (text): [string, string] => [text, text],
  ),
  [`1${'0'.repeat(200_000)}1`, `1${'0'.repeat(200_000)}1`],
  ...([0, 7, -1.5e3, 0.1, 5e-324, 1e22, 9_007_199_254_740_992, 0.30000000000000004] as const).map(
    (value): [string, number] => [String(value), value],
  ),
  ['1764489600123000000', 1_764_489_600_123_000_000],
];

const ACCEPTED: string[] = [
  ...['-0', '""', '\r\n\t1\r\n\t', '1.0', '1E+2', '-1.5e3', '0e10', '9007199254740991', '1e15', '5e-324', '1e-400'],
  ...['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\ud83d\\ude80"', '"\ud83d\ude80"', '"\u007f"', '"\u2028"', '"\ufeff"'],
  ...[
    '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
    '{"_proto_":1}',
    '{"a":"__proto__"}',
    '["constructor"]',
    '{"":0}',
  ],
  ...[
    '{"A":1,"a":2}',
    '{"\u00e9":1,"e\u0301":2}',
    '{"1":1,"0":2,"-1":3}',
    '{"a":[{"a":1},{"a":2}]}',
    `0.${'1'.repeat(62)}`,
  ],
  ...[nested(32), nested(32, '{"a":', '}').replace(':}', ':1}'), list(19_999), keys(2_000), `"${'s'.repeat(65_536)}"`],
  `${' '.repeat(262_143)}1`,
];

describe('strict JSON', () => {
  it.each(REFUSED)('is refused as %s', (expected, texts) => {
    for (const text of texts) expect([text.slice(0, 40), code(text)]).toEqual([text.slice(0, 40), expected]);
  });

  it.each(NUMBERS.map((one, i) => [i, ...one] as const))(
    'keeps every digit of number %i where its text may stand for it',
    (_i, text, kept) => {
      const limits = { inexactNumbers: 'text', maxStringLength: 300_000 } as const;
      expect(parseStrictJson(`{"a":[${text}]}`, limits)).toMatchObject({ ok: true, value: { a: [kept] } });
      expect(parseStrictJson(`[${text}x]`, limits)).toMatchObject({ ok: false, issue: { code: 'json_syntax' } });
    },
  );

  it('gives the members that it read before the fault', () => {
    expect(parseStrictJson('{"a":1,"b":{"c":NaN},"d":2}')).toMatchObject({ ok: false, begun: { a: 1 } });
    expect(parseStrictJson('[{"a":1},x]')).toMatchObject({ ok: false, begun: undefined });
  });

  it.each(ACCEPTED.map((text, i): [number, string] => [i, text]))(
    'is accepted with the value of JSON.parse: case %i',
    (_i, text) => {
      for (const input of [text, Buffer.from(text)])
        expect(parseStrictJson(input)).toMatchObject({ ok: true, value: JSON.parse(text) as JsonValue });
    },
  );

  it('is accepted at each limit and refused above it', () => {
    expect([code('"abcd"', { maxBytes: 6 }), code('"abcd"', { maxBytes: 5 })]).toEqual(['ok', 'json_too_large']);
    expect([code('"ää"', { maxBytes: 6 }), code('"ää"', { maxBytes: 5 })]).toEqual(['ok', 'json_too_large']);
    expect([code('[1,2]', { maxNodes: 3 }), code('[1,2]', { maxNodes: 2 })]).toEqual(['ok', 'json_too_many_values']);
    expect([code('{"a":1,"b":2}', { maxKeysPerObject: 2 }), code('{"a":1,"b":2}', { maxKeysPerObject: 1 })]).toEqual([
      'ok',
      'json_too_many_keys',
    ]);
    expect([code('"ab"', { maxStringLength: 2 }), code('"ab"', { maxStringLength: 1 })]).toEqual([
      'ok',
      'json_string_too_long',
    ]);
  });

  it('is refused with its place', () => {
    expect(parseStrictJson('{\r\n  "é": [1,\n  2,, 3]\n}')).toMatchObject({ ok: false, issue: { line: 3, column: 5 } });
    expect(parseStrictJson('{"😀": 1, "a": 1, "a": 2}')).toMatchObject({ issue: { line: 1, column: 18 } });
  });

  it('includes what JSON.stringify writes, and excludes what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 5 }),
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', '1', '\\', ' '),
        (text, at, junk) => {
          const edited = text.slice(0, at % (text.length + 1)) + junk + text.slice(at % (text.length + 1));
          const ours = parseStrictJson(edited);
          let theirs: unknown;
          try {
            theirs = JSON.parse(edited);
          } catch {
            expect(ours.ok).toBe(false);
            return;
          }
          if (ours.ok) expect(ours.value).toEqual(theirs);
          else expect(ours.issue.code).not.toBe('json_syntax');
        },
      ),
      { numRuns: 200 },
    );
  });

  const letters = [...'{}[]:,"\\/ \n\t0123456789-+.eEtrufalsn\u0000\ufeff\u00e9'];
  const pieces = fc.array(
    fc.constantFrom(...letters, '\\u', 'true', 'null', '"a":', '"__proto__":', '\ud800', '"\ud83d\ude80"'),
    { maxLength: 24 },
  );

  it('includes nothing that JSON.parse refuses, and has the same value', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const result = parseStrictJson(text);
        if (result.ok) expect(result.value).toEqual(JSON.parse(text));
      }),
      { numRuns: 600 },
    );
  });

  it('includes every plain document that JSON.stringify writes, in any layout', () => {
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
});

describe('the place of a pointer', () => {
  const text = '{\n  "a": [10, {"b/c": 1}]\n}';
  const locate = locatePointers(text);
  it.each([
    ['', 1, 1],
    ['/a', 2, 3],
    ['/a/0', 2, 9],
    ['/a/1', 2, 13],
    ['/a/1/b~1c', 2, 14],
    ['/a/1/gone/deeper', 2, 13],
    ['/gone', 1, 1],
  ])('of %p is at %d:%d', (pointer, line, column) => {
    expect(locate(pointer)).toEqual({ line, column });
  });

  it('is that of reading the text up to it, whatever its line ends and characters', () => {
    const layout = fc.constantFrom('', ' ', '\n', '\r\n', '\r', '\t\n\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', '\u00e9', '\ud83d\ude80', '~/'), layout)), (parts) => {
        const json = `[${parts.map(([key, space]) => `${space}{${space}${JSON.stringify(key)}:${space}"\ud83d\ude80"}`).join()}]`;
        const place = locatePointers(json);
        let from = 0;
        for (const [i, [key]] of parts.entries()) {
          const element = json.indexOf('{', from);
          from = json.indexOf('}', element);
          expect(place(`/${i}`)).toEqual(positionAt(json, element));
          expect(place(childPointer(`/${i}`, key))).toEqual(positionAt(json, json.indexOf('"', element)));
        }
      }),
    );
  });

  it('is the key of every member and every element of any value', () => {
    const offsetOf = (text: string, { line, column }: { line: number; column: number }): number => {
      const lines = text.split('\n');
      const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      return (
        before +
        Array.from(lines[line - 1]!)
          .slice(0, column - 1)
          .join('').length
      );
    };
    const visit = (
      text: string,
      indent: number,
      place: ReturnType<typeof locatePointers>,
      value: unknown,
      pointer: string,
    ): void => {
      if (typeof value !== 'object' || value === null) return;
      // From the end, so that positions are not requested in their order.
      for (const [key, child] of Object.entries(value).reverse()) {
        const at = childPointer(pointer, key);
        const written = Array.isArray(value)
          ? JSON.stringify(child, null, indent).split('\n')[0]!
          : JSON.stringify(key);
        expect(text.startsWith(written, offsetOf(text, place(at)!))).toBe(true);
        visit(text, indent, place, child, at);
      }
    };
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        if (!parseStrictJson(text).ok) return;
        visit(text, indent, locatePointers(text), value, '');
      }),
    );
  });

  it('is found quickly for 10000 places of one long line, and for places under a long key', () => {
    const wide = JSON.stringify(Array.from({ length: 10_000 }, (_, i) => `\ud83d\ude80 ${i}`));
    const deep = JSON.stringify({ ['k'.repeat(60_000)]: Array.from({ length: 15_000 }, () => 0) });
    const ms = cpuMs(() => {
      const place = locatePointers(wide);
      for (let i = 0; i < 10_000; i++) place(`/${i}`);
      expect(locatePointers(deep)(`/${'k'.repeat(60_000)}/14999`)).toMatchObject({ line: 1 });
    });
    // Both took seconds when each position was counted from the beginning.
    expect(ms).toBeLessThan(1_500);
  });

  it('is undefined for a text that is not JSON', () => {
    expect(locatePointers('{')('/a')).toBeUndefined();
  });
});

describe('canonical JSON', () => {
  it('sorts keys by code units and writes no space', () => {
    expect(canonicalJson({ b: [1, { z: null, a: 'ü' }], a: 1e21, '\u{1f600}': 1, '\ufb01': 2, gone: undefined })).toBe(
      '{"a":1e+21,"b":[1,{"a":"ü","z":null}],"\u{1f600}":1,"\ufb01":2}',
    );
    expect(canonicalJson(-0)).toBe('0');
  });

  it('depends on the value alone, parses back, and differs when the value does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [one, other] = [a, b].map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
        expect(JSON.parse(canonicalJson(one))).toEqual(one);
        expect(digestOf(reversed(one!))).toBe(digestOf(one));
        expect(digestOf(one) === digestOf(other)).toBe(canonicalJson(one) === canonicalJson(other));
      }),
    );
  });

  it('refuses what JSON cannot express', () => {
    for (const value of [Number.NaN, Infinity, 1n, undefined, [undefined], () => 1])
      expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('has a SHA-256 digest in hex', () => {
    expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
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

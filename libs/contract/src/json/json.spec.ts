import fc from 'fast-check';
import { cpuMs } from '../../../../test/support/processes/cpu-time.js';
import { canonicalJson, childPointer, digestOf, locatePointers, parseStrictJson, positionAt } from './index.js';

const code = (input: string | Uint8Array, limits = {}): string => {
  const result = parseStrictJson(input, limits);
  return result.ok ? 'ok' : result.issue.code;
};

describe('strict JSON', () => {
  it.each([
    ['', 'json_syntax'],
    [' ', 'json_syntax'],
    ['{', 'json_syntax'],
    ['[1,]', 'json_syntax'],
    ['{"a":1,}', 'json_syntax'],
    ['{a:1}', 'json_syntax'],
    ["{'a':1}", 'json_syntax'],
    ['[1 2]', 'json_syntax'],
    ['01', 'json_syntax'],
    ['1.', 'json_syntax'],
    ['.5', 'json_syntax'],
    ['+1', 'json_syntax'],
    ['1e', 'json_syntax'],
    ['0x10', 'json_syntax'],
    ['NaN', 'json_syntax'],
    ['Infinity', 'json_syntax'],
    ['-', 'json_syntax'],
    ['tru', 'json_syntax'],
    ['nulll', 'json_syntax'],
    ['"\\x"', 'json_syntax'],
    ['"\\u12g4"', 'json_syntax'],
    ['"a', 'json_syntax'],
    ['"\t"', 'json_syntax'],
    ['1 1', 'json_syntax'],
    ['/**/1', 'json_syntax'],
    ['\f1', 'json_syntax'],
    ['[\u00a01]', 'json_syntax'],
    ['{"a":1,"a":1}', 'json_duplicate_key'],
    ['{"a":1,"\\u0061":2}', 'json_duplicate_key'],
    ['[{"b":{"a":1,"a":2}}]', 'json_duplicate_key'],
    ['{"__proto__":{}}', 'json_forbidden_key'],
    ['{"\\u005f_proto__":{}}', 'json_forbidden_key'],
    ['{"constructor":1}', 'json_forbidden_key'],
    ['"\\u0000"', 'json_nul'],
    ['"\\ud800"', 'json_unicode'],
    ['"\\ud83d\\ude00"', 'ok'],
    ['9007199254740991', 'ok'],
    ['9007199254740992', 'json_number'],
    ['1e400', 'json_number'],
    ['1e21', 'json_number'],
    [`0.${'1'.repeat(62)}`, 'ok'],
    [`0.${'1'.repeat(63)}`, 'json_number'],
    ['\ufeff1', 'json_encoding'],
    [Buffer.from([0xff]), 'json_encoding'],
    [Buffer.from('\ufeff1'), 'json_encoding'],
    [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'json_encoding'],
    ['{"a":{"b":[1,"x",null,true,false,-1.5e-3]}} ', 'ok'],
  ])('%p is %s', (input, expected) => {
    expect(code(input)).toBe(expected);
  });

  it('accepts at each limit and refuses one beyond', () => {
    const nest = (n: number): string => '['.repeat(n) + ']'.repeat(n);
    expect([code(nest(32)), code(nest(33))]).toEqual(['ok', 'json_too_deep']);
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

  it('refuses a million brackets without a stack overflow', () => {
    expect(code('['.repeat(200_000))).toBe('json_too_deep');
  });

  it('names the place', () => {
    expect(parseStrictJson('{\r\n  "é": [1,\n  2,, 3]\n}')).toMatchObject({ ok: false, issue: { line: 3, column: 5 } });
    expect(parseStrictJson('{"😀": 1, "a": 1, "a": 2}')).toMatchObject({ issue: { line: 1, column: 18 } });
  });

  it('reads what JSON.stringify writes, and refuses what JSON.parse refuses', () => {
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
});

describe('locating a pointer', () => {
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
  ])('%p is at %d:%d', (pointer, line, column) => {
    expect(locate(pointer)).toEqual({ line, column });
  });

  it('agrees with reading the text up to the place, whatever its line ends and characters', () => {
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

  it('is at the key of every member and at every element of any value', () => {
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

  it('finds 10000 places of one long line, and places under a long key, in no time', () => {
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

  it('gives nothing for a text that is not JSON', () => {
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

  it('is the same for equal values and parses back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('refuses what JSON cannot express', () => {
    for (const value of [Number.NaN, Infinity, 1n, undefined, [undefined], () => 1])
      expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('digests as SHA-256 hex', () => {
    expect(digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});

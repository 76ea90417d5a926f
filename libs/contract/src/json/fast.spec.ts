import fc from 'fast-check';
import { readTrusted as read } from './fast.js';
import { DEFAULT_JSON_LIMITS } from './limits.js';
import { ScanError, Scanner } from './scanner.js';
import type { JsonValue } from './types.js';

const readTrusted = (text: string, limits = DEFAULT_JSON_LIMITS): JsonValue | undefined => {
  const trusted = read(text, Buffer.byteLength(text), limits);
  if (typeof trusted?.compactBytes === 'number')
    expect(trusted.compactBytes).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(trusted.value)));
  return trusted?.value;
};
const scan = (text: string): JsonValue | undefined => {
  try {
    return new Scanner(text, DEFAULT_JSON_LIMITS).read();
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return undefined;
  }
};

/** Pieces for texts that are nearly JSON, with duplicates, spaces and escapes. */
const piece = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '\n',
  '"a"',
  '"b"',
  '"a":',
  '"a" :',
  '"b":1',
  '"a":2',
  '":"',
  '"\\":"',
  '"\\\\":',
  '1',
  '-0',
  '1.0',
  '1e2',
  '1e9',
  '12000',
  '1e-9',
  '0.25',
  '"":0,',
  '"é"',
  '1e999',
  '9007199254740993',
  'null',
  'true',
  '"__proto__":1',
  '"constructor":',
  '"\\u0061":1',
  '"x\\"y"',
  `1.${'0'.repeat(70)}`,
);

describe('the short way to read strict JSON', () => {
  it('gives what the scanner gives, or leaves it to the scanner, for anything that is nearly JSON', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        const trusted = readTrusted(text, DEFAULT_JSON_LIMITS);
        if (trusted !== undefined) expect(trusted).toEqual(scan(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads what any JSON library writes, unless it contains something unusual', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const trusted = readTrusted(text, DEFAULT_JSON_LIMITS);
        if (trusted !== undefined) expect(trusted).toEqual(scan(text));
      }),
    );
    expect(readTrusted('{"name":"Quill","tags":["a","b"],"n":1.5}', DEFAULT_JSON_LIMITS)).toEqual({
      name: 'Quill',
      tags: ['a', 'b'],
      n: 1.5,
    });
  });

  it.each([
    ['a duplicate key', '{"a":1,"a":2}'],
    ['a duplicate behind a spaced one', '{"a" :1,"b":1,"b":2}'],
    ['a duplicate as short as what an exponent saved', '{"":0,"":0,"a":1e9}'],
    ['a duplicate as short as what exponents saved', '{"":0,"":0,"a":[1e5,1e5,1e5,1e5,1e5]}'],
    ['a duplicate next to a small number with an exponent', '{"":0,"":0,"a":1e-10}'],
    ['a duplicate spelled with escapes', '{"a":1,"\\u0061":2}'],
    ['a duplicate next to a value that starts with a colon', '{"a":":x","a":2}'],
    ['a key that reaches the prototype', '{"__proto__":{}}'],
    ['too deep', '['.repeat(33) + ']'.repeat(33)],
    ['a number that loses digits', '[9007199254740993]'],
    ['a number of 70 digits', `[1.${'0'.repeat(70)}]`],
    ['infinity', '[1e999]'],
    ['too many values', `[${'1,'.repeat(20_000)}1]`],
  ])('never accepts %s', (_what, text) => {
    expect(readTrusted(text, DEFAULT_JSON_LIMITS)).toBeUndefined();
    expect(scan(text)).toBeUndefined();
  });
});

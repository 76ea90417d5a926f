import fc from 'fast-check';
import { canonicalJson } from './canonical.js';
import { sameJson } from './same.js';

it('the comparison of any two values agrees with their canonical JSON', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      // JSON has one zero.
      const [left, right] = [a, b].map((one) => JSON.parse(JSON.stringify(one)) as unknown);
      expect(sameJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
      expect(sameJson(left, structuredClone(left))).toBe(true);
    }),
  );
});

it.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: undefined }, {}, true],
  [{}, { a: undefined }, true],
  [{ a: null }, {}, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
])('%j and %j: %s', (a, b, expected) => {
  expect(sameJson(a, b)).toBe(expected);
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { inSample } from './in-sample.js';

const digest = (n: number): string => createHash('sha256').update(String(n)).digest('hex');
const KEY = Buffer.alloc(32, 7);

describe('the sample of versions that nothing flagged', () => {
  it('takes about its share, none of 0 and all of 100', () => {
    const taken = (share: number): number =>
      Array.from({ length: 5_000 }, (_, n) => n).filter((n) => inSample(KEY, digest(n), share)).length;
    expect([taken(0), taken(100)]).toEqual([0, 5_000]);
    expect(taken(5)).toBeGreaterThan(180);
    expect(taken(5)).toBeLessThan(320);
  });

  it('answers the same whenever it is asked, and keeps what a smaller share takes', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 99 }), (n, share) => {
        const first = inSample(KEY, digest(n), share);
        expect(inSample(KEY, digest(n), share)).toBe(first);
        if (first) expect(inSample(KEY, digest(n), share + 1)).toBe(true);
      }),
    );
  });

  it('is another one with another key', () => {
    const of = (key: Buffer): boolean[] => Array.from({ length: 200 }, (_, n) => inSample(key, digest(n), 50));
    expect(of(KEY)).not.toEqual(of(Buffer.alloc(32, 8)));
  });
});

import fc from 'fast-check';
import { parseMonth } from '../../../libs/billing/src/domain/month.js';
import { prorate, spanIn } from './proration.js';
import { splitRunning } from './split.js';

const at = (text: string): Date => new Date(text);

describe('proration', () => {
  const october = parseMonth('2026-10');
  it.each<[string, string, string | null, bigint]>([
    ['the whole month when it began before and continues', '2026-08-15T00:00:00Z', null, october.seconds],
    [
      'the whole month from its first to its last instant',
      '2026-10-01T00:00:00Z',
      '2026-11-01T00:00:00Z',
      october.seconds,
    ],
    ['one second at the beginning', '2026-09-01T00:00:00Z', '2026-10-01T00:00:01Z', 1n],
    ['one second at the end', '2026-10-31T23:59:59Z', null, 1n],
    ['a begun second as the second it began in', '2026-10-31T23:59:59.999Z', null, 1n],
  ])('counts %s', (_name, start, end, seconds) => {
    expect(spanIn(october, at(start), end === null ? null : at(end))?.seconds).toBe(seconds);
  });

  it.each<[string, string, string | null]>([
    ['ended as the month began', '2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z'],
    ['began as the month ended', '2026-11-01T00:00:00Z', null],
    ['is empty', '2026-10-05T00:00:00Z', '2026-10-05T00:00:00Z'],
    ['contains no start of a second', '2026-10-05T00:00:00.100Z', '2026-10-05T00:00:00.900Z'],
  ])('excludes a segment that %s', (_name, start, end) => {
    expect(spanIn(october, at(start), end === null ? null : at(end))).toBeUndefined();
  });

  it('of the whole month is exactly the price', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (price) => {
        expect(prorate(price, october.seconds, october.seconds)).toBe(price);
        expect(prorate(price, 0n, october.seconds)).toBe(0n);
      }),
    );
  });

  it('loses and doubles no second when a month is cut into segments', () => {
    const instant = fc.integer({ min: october.startAt.getTime(), max: october.endAt.getTime() });
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 12 }), (cuts) => {
        const edges = [october.startAt.getTime(), ...cuts.sort((a, b) => a - b), october.endAt.getTime()].map(
          (ms) => new Date(ms),
        );
        const total = edges
          .slice(1)
          .reduce((sum, edge, i) => sum + (spanIn(october, edges[i]!, edge)?.seconds ?? 0n), 0n);
        expect(total).toBe(october.seconds);
      }),
    );
  });
});

describe('the running 70/30 split', () => {
  it('gives a thousand lines of 1 exactly 700, where rounding each line would give 1000', () => {
    const shares = splitRunning(Array.from({ length: 1000 }, () => ({ grossMinor: 1n, authorBps: 7000 })));
    expect(shares.reduce((sum, s) => sum + s.authorMinor, 0n)).toBe(700n);
  });

  it.each<[bigint, bigint]>([
    [0n, 0n],
    [1n, 1n],
    [2n, 1n],
    [3n, 2n],
    [4900n, 3430n],
    [4999n, 3499n],
  ])('of %s is %s for the author', (gross, author) => {
    expect(splitRunning([{ grossMinor: gross, authorBps: 7000 }])).toEqual([
      { authorMinor: author, platformMinor: gross - author },
    ]);
  });

  it('adds up on every line, is never negative, and its total is off by at most half a unit', () => {
    const line = fc.record({
      grossMinor: fc.bigInt({ min: 0n, max: 10n ** 13n }),
      authorBps: fc.constantFrom(7000, 7000, 8000, 0, 10_000),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const shares = splitRunning(lines);
        shares.forEach((share, i) => {
          expect(share.authorMinor + share.platformMinor).toBe(lines[i]!.grossMinor);
          expect(share.authorMinor >= 0n && share.platformMinor >= 0n).toBe(true);
        });
        const exact = lines.reduce((sum, l) => sum + l.grossMinor * BigInt(l.authorBps), 0n);
        const given = shares.reduce((sum, s) => sum + s.authorMinor, 0n) * 10_000n;
        const error = given > exact ? given - exact : exact - given;
        expect(error <= 5_000n).toBe(true);
      }),
    );
  });

  it('reaches the same total in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { maxLength: 40 }), (gross) => {
        const total = (amounts: bigint[]) =>
          splitRunning(amounts.map((grossMinor) => ({ grossMinor, authorBps: 7000 }))).reduce(
            (sum, s) => sum + s.authorMinor,
            0n,
          );
        expect(total([...gross].reverse())).toBe(total(gross));
      }),
    );
  });
});

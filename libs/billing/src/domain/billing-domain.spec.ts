import fc from 'fast-check';
import { invoiceStates, isCollectable, paymentStates, periodStates } from './invoice-state.js';
import { monthOf, parseMonth } from './month.js';
import { divideHalfUp, prorate, spanIn, spansIn } from './proration.js';
import { BUILT_IN_POLICIES } from './policy.js';
import { comingRetries, nextRetryAt, suspensionAt } from './retry-calendar.js';
import { splitRunning } from './split.js';

const at = (text: string): Date => new Date(text);

describe('a month', () => {
  it.each(['2026-13', '2026-00', '2026-1', '26-01', '2026-01-01', '', 'latest'])('is not written %j', (text) => {
    expect(() => parseMonth(text)).toThrow('YYYY-MM');
  });

  it('has the seconds of its days in UTC, also when clocks elsewhere change', () => {
    expect(parseMonth('2026-10').seconds).toBe(31n * 86_400n);
    expect(parseMonth('2028-02').seconds).toBe(29n * 86_400n);
    expect(parseMonth('2026-12').endAt.toISOString()).toBe('2027-01-01T00:00:00.000Z');
    expect(monthOf(at('2026-10-31T23:59:59.999Z')).text).toBe('2026-10');
  });
});

describe('proration', () => {
  const october = parseMonth('2026-10');
  it.each<[string, string, string | null, bigint]>([
    ['the whole month when it began before and goes on', '2026-08-15T00:00:00Z', null, october.seconds],
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
    ['never saw a second begin', '2026-10-05T00:00:00.100Z', '2026-10-05T00:00:00.900Z'],
  ])('leaves out a segment that %s', (_name, start, end) => {
    expect(spanIn(october, at(start), end === null ? null : at(end))).toBeUndefined();
  });

  it('rounds halves up and costs exactly the price for the whole month', () => {
    expect([divideHalfUp(1n, 2n), divideHalfUp(149n, 100n), divideHalfUp(150n, 100n), divideHalfUp(0n, 7n)]).toEqual([
      1n,
      1n,
      2n,
      0n,
    ]);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (price) => {
        expect(prorate(price, october.seconds, october.seconds)).toBe(price);
        expect(prorate(price, 0n, october.seconds)).toBe(0n);
      }),
    );
  });

  it('by days counts every day that is touched, and once where two segments of an install touch it', () => {
    const day = (text: string) => at(`2026-10-${text}Z`);
    const segments = [
      { startedAt: day('05T10:00:00'), endedAt: day('07T12:00:00') },
      { startedAt: day('07T12:00:00'), endedAt: day('07T18:00:00') },
      { startedAt: day('07T18:00:00'), endedAt: day('09T00:00:00') },
    ];
    const days = (spans: readonly ({ seconds: bigint } | undefined)[]) =>
      spans.map((span) => (span === undefined ? 0n : span.seconds / 86_400n));
    expect(days(spansIn(october, segments, 'days'))).toEqual([3n, 0n, 1n]);
    expect(days(spansIn(october, [{ startedAt: at('2026-09-20T00:00:00Z'), endedAt: null }], 'days'))).toEqual([31n]);
  });

  it('loses and doubles no second however a month is cut into segments', () => {
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

  it('adds up on every line, is never negative, and is off by at most half a unit in the end', () => {
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

  it('comes to the same total in any order', () => {
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

describe('the retry calendar', () => {
  const policy = BUILT_IN_POLICIES.payment_retry;
  const since = at('2026-11-01T12:00:00Z');
  const days = (d: Date): number => (d.getTime() - since.getTime()) / 86_400_000;
  /** The days on which is tried when each try is made in time. */
  const triesOf = (any: typeof policy): number[] => {
    const tries: number[] = [];
    for (let next = nextRetryAt(any, since, since); next !== null; next = nextRetryAt(any, since, next))
      tries.push(days(next));
    return tries;
  };

  it('tries again over 28 days from the first refusal, then leaves 7 days', () => {
    expect(triesOf(policy)).toEqual([1, 3, 7, 14, 21, 28]);
    expect(days(suspensionAt(policy, since))).toBe(35);
  });

  it('leaves out what was missed instead of trying often in a row', () => {
    expect(comingRetries(policy, since, at('2026-11-10T12:00:00Z')).map(days)).toEqual([14, 21, 28]);
    expect(nextRetryAt(policy, since, at('2026-11-29T12:00:00Z'))).toBeNull();
  });

  it('whatever the policy, makes every try of it, and suspends after the last and the grace', () => {
    const policies = fc.record({
      after_days: fc
        .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 })
        .map((list) => list.sort((a, b) => a - b)),
      grace_days: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(policies, (any) => {
        expect(triesOf(any)).toEqual(any.after_days);
        expect(days(suspensionAt(any, since))).toBe(any.after_days.at(-1)! + any.grace_days);
      }),
    );
  });
});

describe('life cycles', () => {
  it('let an invoice be asked for only while it is open or past due', () => {
    expect(invoiceStates.states.filter(isCollectable)).toEqual(['open', 'past_due']);
  });

  it.each([
    ['a paid invoice', invoiceStates.can('paid', 'open'), false],
    ['a draft, before it is booked', invoiceStates.can('draft', 'paid'), false],
    ['a closed month', periodStates.can('closed', 'open') || periodStates.can('closed', 'closing'), false],
    ['an open month, past closing', periodStates.can('open', 'closed'), false],
    ['a payment that succeeded', paymentStates.states.some((s) => paymentStates.can('succeeded', s)), false],
    ['a refused payment that turns out to have gone through', paymentStates.can('declined', 'succeeded'), true],
  ])('say whether %s may move on', (_name, can, expected) => {
    expect(can).toBe(expected);
  });
});

import fc from 'fast-check';
import { invoiceStates, isCollectable, paymentStates, periodStates } from '../invoicing/domain/invoice-state.js';
import { monthOf, parseMonth } from './month.js';
import { divideHalfUp } from './divide-half-up.js';
import { BUILT_IN_POLICIES } from '../policies/domain/policy.js';
import { comingRetries, nextRetryAt, retryAfterFault, suspensionAt } from '../collection/domain/retry-calendar.js';

const at = (text: string): Date => new Date(text);

describe('a billing month', () => {
  it.each(['2026-13', '2026-00', '2026-1', '26-01', '2026-01-01', '', 'latest'])('is not accepted as %j', (text) => {
    expect(() => parseMonth(text)).toThrow('YYYY-MM');
  });

  it('has the seconds of its days in UTC, also when daylight saving time changes elsewhere', () => {
    expect(parseMonth('2026-10').seconds).toBe(31n * 86_400n);
    expect(parseMonth('2028-02').seconds).toBe(29n * 86_400n);
    expect(parseMonth('2026-12').endAt.toISOString()).toBe('2027-01-01T00:00:00.000Z');
    expect(monthOf(at('2026-10-31T23:59:59.999Z')).text).toBe('2026-10');
  });
});

it('rounding raises a half minor unit', () => {
  expect([divideHalfUp(1n, 2n), divideHalfUp(149n, 100n), divideHalfUp(150n, 100n), divideHalfUp(0n, 7n)]).toEqual([
    1n,
    1n,
    2n,
    0n,
  ]);
});

describe('the retry calendar of a charge', () => {
  const policy = BUILT_IN_POLICIES.payment_retry;
  const since = at('2026-11-01T12:00:00Z');
  const days = (d: Date): number => (d.getTime() - since.getTime()) / 86_400_000;
  /** Days of the attempts when each is made on time. */
  const triesOf = (any: typeof policy): number[] => {
    const tries: number[] = [];
    for (let next = nextRetryAt(any, since, since); next !== null; next = nextRetryAt(any, since, next))
      tries.push(days(next));
    return tries;
  };

  it('retries over 28 days from the first refusal, then leaves 7 days', () => {
    expect(triesOf(policy)).toEqual([1, 3, 7, 14, 21, 28]);
    expect(days(suspensionAt(policy, since))).toBe(35);
  });

  it.each([
    [1, 15],
    [2, 30],
    [3, 60],
    [5, 240],
    [6, 360],
    [60, 360],
  ])('waits twice as long after every fault of ours, at most six hours: after %i for %i minutes', (tries, minutes) => {
    expect(retryAfterFault(tries, since).getTime() - since.getTime()).toBe(minutes * 60_000);
  });

  it('skips missed attempts instead of making several in a row', () => {
    expect(comingRetries(policy, since, at('2026-11-10T12:00:00Z')).map(days)).toEqual([14, 21, 28]);
    expect(nextRetryAt(policy, since, at('2026-11-29T12:00:00Z'))).toBeNull();
  });

  it('makes every attempt of any policy, and suspends after the last one and the grace period', () => {
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

describe('the states of billing', () => {
  it('let an invoice be collected only while it is open or past due', () => {
    expect(invoiceStates.states.filter(isCollectable)).toEqual(['open', 'past_due']);
  });

  it.each([
    ['a paid invoice', invoiceStates.can('paid', 'open'), false],
    ['a draft, before it is booked', invoiceStates.can('draft', 'paid'), false],
    ['a closed month', periodStates.can('closed', 'open') || periodStates.can('closed', 'closing'), false],
    ['an open month, past closing', periodStates.can('open', 'closed'), false],
    ['a payment that succeeded', paymentStates.states.some((s) => paymentStates.can('succeeded', s)), false],
    ['a refused payment that turns out to have gone through', paymentStates.can('declined', 'succeeded'), true],
  ])('define whether %s may change state', (_name, can, expected) => {
    expect(can).toBe(expected);
  });
});

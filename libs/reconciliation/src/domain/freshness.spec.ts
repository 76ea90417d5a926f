import { freshness } from './freshness.js';

const now = new Date('2026-03-02T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const done = (doneAt: Date | null) => ({ doneAt, running: false, failure: null });

describe('a comparison of the books that allows a payout', () => {
  it('is fresh to the very end of the allowed age, and not a millisecond longer', () => {
    expect(freshness(done(hoursAgo(26)), now, 26)).toBeUndefined();
    expect(freshness(done(new Date(hoursAgo(26).getTime() - 1)), now, 26)).toMatchObject({
      code: 'reconciliation_stale',
    });
  });

  it('counts while it is fresh, although a newer one runs or failed', () => {
    expect(freshness({ doneAt: hoursAgo(1), running: true, failure: null }, now, 26)).toBeUndefined();
    expect(freshness({ doneAt: hoursAgo(1), running: false, failure: 'no answer' }, now, 26)).toBeUndefined();
  });

  it.each([
    ['never', done(null), 'reconciliation_missing', /never been reconciled.*choose "Reconcile now"/],
    ['three days ago', done(hoursAgo(80)), 'reconciliation_stale', /3 days ago, but at most 26 hours.*"Reconcile now"/],
    [
      'long ago, one is running',
      { ...done(hoursAgo(30)), running: true },
      'reconciliation_stale',
      /30 hours ago.*running/,
    ],
    [
      'never, as it failed',
      { ...done(null), failure: 'The provider does not answer.' },
      'reconciliation_missing',
      /last attempt failed \(The provider does not answer\); choose/,
    ],
  ])('is missing or stale: %s', (_when, comparisons, code, text) => {
    const refusal = freshness(comparisons, now, 26);
    expect(refusal?.code).toBe(code);
    expect(refusal?.text).toMatch(text);
  });
});

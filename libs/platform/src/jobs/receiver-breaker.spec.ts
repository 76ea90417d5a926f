import { receiversPaused, ReceiverBreaker, FAILURES_TO_OPEN, OPEN_MS } from './receiver-breaker.js';

function failing(times: number): ReceiverBreaker {
  const breaker = new ReceiverBreaker();
  for (let i = 0; i < times; i++) breaker.note('a', false, 0);
  return breaker;
}

describe('a Drive that does not answer', () => {
  it('is called until it failed a number of times in a row, then rests to the millisecond, without effect on others', () => {
    expect(failing(FAILURES_TO_OPEN - 1).admit('a', 0)).toBe(true);
    const breaker = failing(FAILURES_TO_OPEN);
    expect([breaker.admit('a', 0), breaker.admit('a', OPEN_MS - 1), breaker.admit('b', 0)]).toEqual([
      false,
      false,
      true,
    ]);
    expect([breaker.open(OPEN_MS - 1), breaker.open(OPEN_MS)]).toEqual([['a'], []]);
  });

  it('is tried by one call after the rest, and rests again or is called by all', () => {
    const breaker = failing(FAILURES_TO_OPEN);
    expect([breaker.admit('a', OPEN_MS), breaker.admit('a', OPEN_MS)]).toEqual([true, false]);
    breaker.note('a', false, OPEN_MS);
    expect([breaker.admit('a', 2 * OPEN_MS - 1), breaker.admit('a', 2 * OPEN_MS)]).toEqual([false, true]);
    breaker.note('a', true, 2 * OPEN_MS);
    expect([breaker.admit('a', 2 * OPEN_MS), breaker.admit('a', 2 * OPEN_MS)]).toEqual([true, true]);
  });

  it('starts its count again after an answer', () => {
    const breaker = failing(FAILURES_TO_OPEN - 1);
    breaker.note('a', true, 0);
    for (let i = 1; i < FAILURES_TO_OPEN; i++) breaker.note('a', false, 0);
    expect(breaker.admit('a', 0)).toBe(true);
  });

  it('counts for the process whichever breaker it is at', () => {
    const before = receiversPaused(0);
    const kept = [failing(FAILURES_TO_OPEN), failing(FAILURES_TO_OPEN), failing(1)];
    expect(receiversPaused(0)).toBe(before + 2);
    expect(kept).toHaveLength(3);
  });
});

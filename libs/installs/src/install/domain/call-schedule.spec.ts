import { CALL_KINDS, delayAfter, JITTER, MAX_ATTEMPTS, type CallKind } from './call-schedule.js';

/** Seconds from the first try to the last one. */
const span = (kind: CallKind, factor: number): number =>
  Array.from({ length: MAX_ATTEMPTS[kind] - 1 }, (_, i) => delayAfter(i + 1) * factor).reduce(
    (sum, one) => sum + one,
    0,
  );

describe('the retry schedule of a Drive', () => {
  it.each([
    [0, 30],
    [1, 30],
    [2, 60],
    [7, 1_920],
    [12, 61_440],
    [13, 86_400],
    [39, 86_400],
  ])('waits, after %i attempts, %i s', (attempts, seconds) => expect(delayAfter(attempts)).toBe(seconds));

  it('never shortens the wait', () => {
    for (let i = 1; i < 60; i++) expect(delayAfter(i + 1)).toBeGreaterThanOrEqual(delayAfter(i));
  });

  it.each(['handshake', 'revoke'] as const)('tries a %s for 30 days', (kind) => {
    const days = span(kind, (JITTER.from + JITTER.to) / 2) / 86_400;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThan(31);
  });

  it('calls a Drive that was down for an hour within the next one', () => {
    for (const factor of [JITTER.from, JITTER.to]) {
      let at = 0;
      for (let attempts = 1; at < 3_600; attempts++) at += delayAfter(attempts) * factor;
      expect(at).toBeLessThan(7_200);
    }
  });

  it('ends for every kind of call', () => {
    for (const kind of CALL_KINDS) expect(span(kind, JITTER.to)).toBeLessThan(35 * 86_400);
  });
});

import { AUTHOR_EVENTS, SUBSCRIBABLE_TYPES } from './event-catalogue.js';
import { nextAttemptMs, outcomeOf, RETRY_AFTER_MS } from './retry-plan.js';

describe('the attempts of a message', () => {
  it('are ten, over about 75 hours, and then no more', () => {
    const waits = Array.from({ length: 10 }, (_, i) => nextAttemptMs(i + 1, 0));
    expect(waits).toEqual([...RETRY_AFTER_MS, null]);
    const hours = RETRY_AFTER_MS.reduce((all, ms) => all + ms, 0) / 3_600_000;
    expect(Math.round(hours)).toBe(76);
  });

  it('are spread by at most a tenth', () => {
    expect(nextAttemptMs(2, 1)).toBe(330_000);
    expect(nextAttemptMs(2, 0)).toBe(300_000);
  });

  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [400, 'failed'],
    [410, 'gone'],
    [500, 'failed'],
    [199, 'failed'],
  ])('end with %s as %s', (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome);
  });
});

it('every event has a description, and all but the test can be subscribed to', () => {
  for (const text of Object.values(AUTHOR_EVENTS)) expect(text).toMatch(/^[A-Z].+\.$/);
  expect(SUBSCRIBABLE_TYPES).toHaveLength(Object.keys(AUTHOR_EVENTS).length - 1);
});

import { GIVE_UP_AFTER_MS, nextAttemptMs, readReceipt, RETRY_AFTER_MS } from './delivery-plan.js';

describe('the retry schedule', () => {
  it('makes at least 15 attempts over at least 72 hours', () => {
    expect(RETRY_AFTER_MS.length + 1).toBeGreaterThanOrEqual(15);
    expect(RETRY_AFTER_MS.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(72 * 3_600_000);
  });

  it('waits longer each time, with a jitter of up to a tenth, and then ends', () => {
    for (const [index, wait] of RETRY_AFTER_MS.entries()) {
      expect(wait).toBeGreaterThanOrEqual(RETRY_AFTER_MS[index - 1] ?? 0);
      expect(nextAttemptMs(index + 1, 0, 0)).toBe(wait);
      expect(nextAttemptMs(index + 1, 0, 1)).toBe(Math.round(wait * 1.1));
    }
    expect(nextAttemptMs(RETRY_AFTER_MS.length + 1, 0, 0)).toBeNull();
  });

  it('ends after 72 hours, however few attempts there were', () => {
    expect(nextAttemptMs(1, GIVE_UP_AFTER_MS - 1, 0)).toBe(RETRY_AFTER_MS[0]);
    expect(nextAttemptMs(1, GIVE_UP_AFTER_MS, 0)).toBeNull();
  });
});

describe('the outcome of an answer', () => {
  const success = '{"ok":true,"data":{},"meta":{"version":"v1","generated_at":"2026-11-27T00:00:00.000Z"}}';
  const failure = '{"ok":false,"error":"no"}';
  it.each([
    [200, success, 'delivered'],
    [202, success, 'delivered'],
    [200, failure, 'failed'],
    [200, 'ok', 'failed'],
    [400, failure, 'refused'],
    [413, failure, 'refused'],
    [422, failure, 'refused'],
    [422, '<html>', 'failed'],
    [401, failure, 'failed'],
    [404, failure, 'failed'],
    [410, failure, 'failed'],
    [429, failure, 'failed'],
    [500, failure, 'failed'],
    [500, success, 'failed'],
  ])('%s %s is %s', (status, body, outcome) => {
    expect(readReceipt(status, Buffer.from(body)).outcome).toBe(outcome);
  });

  it('is quoted in part', () => {
    const { problem } = readReceipt(500, Buffer.from(JSON.stringify({ ok: false, error: 'x'.repeat(1_000) })));
    expect(problem).toHaveLength('HTTP 500: '.length + 200);
  });
});

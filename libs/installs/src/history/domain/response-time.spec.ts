import { msOfStep, stepOf } from './response-time.js';

describe('the step of a response time', () => {
  it('says every duration from 20 ms to an hour within 3 %, and shorter ones within a millisecond', () => {
    for (let ms = 1; ms < 20; ms++) expect(Math.abs(msOfStep(stepOf(ms)) - ms)).toBeLessThanOrEqual(1);
    for (let ms = 20; ms < 2_000_000; ms = Math.ceil(ms * 1.01))
      expect(Math.abs(msOfStep(stepOf(ms)) / ms - 1)).toBeLessThanOrEqual(0.05);
  });

  it('is within its column for every number', () => {
    for (const ms of [-1, 0, 0.2, 1, 1e12, Number.MAX_SAFE_INTEGER]) {
      const step = stepOf(ms);
      expect(Number.isInteger(step) && step >= 0 && step <= 300).toBe(true);
    }
  });
});

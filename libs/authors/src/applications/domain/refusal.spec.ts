import { mayApplyAgainFrom, mayAppealUntil } from './refusal.js';

describe('after a refusal', () => {
  const refused = new Date('2026-11-20T12:00:00.000Z');

  it('another application is accepted after 14 days, and an appeal within 30 days', () => {
    expect(mayApplyAgainFrom(refused).toISOString()).toBe('2026-12-04T12:00:00.000Z');
    expect(mayAppealUntil(refused).toISOString()).toBe('2026-12-20T12:00:00.000Z');
  });
});

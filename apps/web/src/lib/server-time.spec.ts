import { byPortalTime, currentMonth, learnServerTime, learnTestClock } from './server-time.js';

const DAY_MS = 86_400_000;

describe('the time of the server', () => {
  afterEach(() => {
    learnServerTime(new Date().toISOString());
    learnTestClock(0);
  });

  it('has the month of UTC, wherever its reader is, and the days of the test clock', () => {
    learnServerTime('2026-11-30T12:00:00Z');
    expect(currentMonth()).toBe('2026-11');
    learnTestClock(DAY_MS);
    expect(currentMonth()).toBe('2026-12');
    learnServerTime('no time');
    expect(currentMonth()).toBe('2026-12');
  });

  it('shows an instant of the machine by the clock of the portal', () => {
    learnTestClock(DAY_MS);
    expect(byPortalTime('2026-11-30T12:00:00Z')).toBe('2026-12-01T12:00:00.000Z');
  });
});

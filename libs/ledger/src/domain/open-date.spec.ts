import { firstOpen } from './open-date.js';

describe('the first instant that accepts postings', () => {
  const closed = new Set(['2026-09', '2026-11', '2026-12']);
  it.each([
    ['2026-11-30T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
    ['2026-09-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z'],
    // An instant in an open month is kept, even if earlier and later months are closed.
    ['2026-10-15T12:30:00.000Z', '2026-10-15T12:30:00.000Z'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ])('after a close is, for %s, %s', (at, dated) => expect(firstOpen(new Date(at), closed).toISOString()).toBe(dated));
});

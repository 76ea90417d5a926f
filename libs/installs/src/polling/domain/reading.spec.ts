import { isSlow, listedEndpoints, nextInS, restS, rhythm, usualAfter } from './reading.js';

const USUAL = { busySeconds: 25, paidSeconds: 60, quietSeconds: 300 };

describe('the polling schedule of an endpoint', () => {
  it('always includes health, and the others when they are listed', () => {
    expect(listedEndpoints({ capabilities: ['install'] })).toEqual(['health']);
    expect(listedEndpoints({ capabilities: ['billing', 'events', 'metrics'] })).toEqual([
      'events',
      'metrics',
      'health',
      'billing',
    ]);
  });

  it.each<[number, boolean, boolean, number]>([
    [25, true, false, 25],
    [300, true, false, 25],
    [25, false, false, 32],
    [290, false, false, 300],
    [300, false, false, 300],
    [59, false, true, 60],
    [300, false, true, 60],
    // Settings that were changed meanwhile.
    [5, false, false, 25],
    [3_600, false, false, 300],
  ])('after an interval of %i s with news %p and paid %p is %i s', (before, news, paid, after) => {
    expect(rhythm(before, { news, paid }, USUAL)).toBe(after);
  });

  it.each<[Parameters<typeof nextInS>[0], number, boolean, number]>([
    ['metrics', 0, false, 40],
    ['events', 0, true, 5],
    ['billing', 0, false, 3_600],
    ['health', 1, false, 25],
    ['health', 2, false, 50],
    ['billing', 5, false, 300],
    ['events', 1_000, true, 300],
  ])('for %s after %i failures, behind %p, is in %i s', (endpoint, failures, behind, seconds) => {
    expect(nextInS(endpoint, { failures, behind, everyS: 40 }, USUAL)).toBe(seconds);
  });

  it.each<[number, number, boolean]>([
    [1_000, 200, false],
    [1_001, 200, true],
    // The worker is busy: everything takes long.
    [3_000, 1_000, false],
    [3_001, 1_000, true],
    [1_001, 0, true],
  ])('judges %i ms per install, with %i ms for the others, as slow: %p', (mean, usual, slow) => {
    expect(isSlow(mean, usual)).toBe(slow);
  });

  it('lets the usual duration follow the others slowly', () => {
    expect([usualAfter(0, 400), usualAfter(200, 200), usualAfter(200, 2_200)]).toEqual([400, 200, 300]);
  });

  it('slows down for a Drive that does not answer, up to five minutes', () => {
    expect([1, 2, 3, 4, 5, 1_000].map(restS)).toEqual([30, 60, 120, 240, 300, 300]);
  });
});

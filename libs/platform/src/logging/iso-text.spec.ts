import { isoText } from './iso-text.js';

describe('isoText', () => {
  it.each([0, 1, 999, 1_000, 1_001, -1, -1_000, 1_793_491_200_007, 1_793_491_199_999, 1_793_491_200_010, 8.64e15])(
    'is what toISOString returns for %d',
    (ms) => expect(isoText(ms)).toBe(new Date(ms).toISOString()),
  );

  it('refuses what is no instant', () => expect(() => isoText(NaN)).toThrow(RangeError));
});

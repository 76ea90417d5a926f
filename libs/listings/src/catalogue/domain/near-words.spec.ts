import { nearestWords, slipsAllowed, slipsBetween } from './near-words.js';

describe('a misspelt word', () => {
  it.each([
    ['story', 'story', 0],
    ['stroy', 'story', 1],
    ['drat', 'draft', 1],
    ['draaft', 'draft', 1],
    ['drift', 'draft', 1],
    ['drfat', 'draft', 1],
    ['fratd', 'draft', 3],
    ['drfta', 'draft', 2],
    ['', 'ab', 2],
    ['ab', '', 2],
  ])('such as %s for %s has this number of slips: %d', (one, other, slips) => {
    expect(slipsBetween(one, other, 9)).toBe(slips);
    expect(slipsBetween(other, one, 9)).toBe(slips);
  });

  it('has its slips counted up to the given limit only', () => {
    expect(slipsBetween('completely', 'different', 2)).toBe(3);
    expect(slipsBetween('a', 'abcdef', 2)).toBe(3);
  });

  it.each([
    ['abc', 0],
    ['abcd', 1],
    ['abcdefg', 1],
    ['abcdefgh', 2],
  ])('such as %s may have this number of slips: %d', (word, slips) => expect(slipsAllowed(word)).toBe(slips));

  it('matches the nearest word, several that are equally near, and none that is too far', () => {
    const known = ['draft', 'drift', 'story', 'stories', 'compliance', 'complaint'];
    expect(nearestWords('stroy', known)).toEqual(['story']);
    expect(nearestWords('drft', known)).toEqual(['draft', 'drift']);
    expect(nearestWords('complience', known)).toEqual(['compliance']);
    expect(nearestWords('complianec', known)).toEqual(['compliance']);
    expect(nearestWords('xyz', known)).toEqual([]);
    expect(nearestWords('wopo', known)).toEqual([]);
  });
});

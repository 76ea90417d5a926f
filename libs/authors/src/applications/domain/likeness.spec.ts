import { likenessOf } from './likeness.js';

const none = { ours: '', theirs: '' };
const same = { ours: 'Content', theirs: 'Content' };

describe('the similarity of two Drives', () => {
  it('lists everything similar, the most similar first, and names its reason', () => {
    expect(likenessOf({ bySlug: 0.4, byName: 0.8, byText: 0.1 }, none)).toEqual({
      alike: 'name',
      likeness: 0.8,
      why: ['name 80 % alike', 'slug 40 % alike'],
    });
  });

  it.each([
    [0.34, none, false],
    [0.35, none, true],
    [0.3, { ours: 'Content', theirs: 'Sales' }, false],
    [0.24, same, false],
    [0.25, same, true],
    [0.3, none, false],
  ])('finds %d in categories %j similar: %s', (bySlug, category, alike) => {
    expect(likenessOf({ bySlug, byName: 0, byText: 0 }, category) !== undefined).toBe(alike);
  });

  it('adds points for the same category, up to the maximum', () => {
    const found = likenessOf({ bySlug: 0.3, byName: 0, byText: 0 }, same)!;
    expect(found).toMatchObject({ likeness: 0.4, why: ['slug 30 % alike', 'same category, Content'] });
    expect(likenessOf({ bySlug: 1, byName: 1, byText: 1 }, same)!.likeness).toBe(1);
  });
});

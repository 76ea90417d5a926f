import { likenessOf } from './likeness.js';

const none = { ours: '', theirs: '' };
const same = { ours: 'Content', theirs: 'Content' };

describe('how alike two Drives are', () => {
  it('says what is most alike and everything that is, the most first', () => {
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
  ])('takes %d in categories %j for alike: %s', (bySlug, category, alike) => {
    expect(likenessOf({ bySlug, byName: 0, byText: 0 }, category) !== undefined).toBe(alike);
  });

  it('counts the same category, never beyond the same', () => {
    const found = likenessOf({ bySlug: 0.3, byName: 0, byText: 0 }, same)!;
    expect(found).toMatchObject({ likeness: 0.4, why: ['slug 30 % alike', 'same category, Content'] });
    expect(likenessOf({ bySlug: 1, byName: 1, byText: 1 }, same)!.likeness).toBe(1);
  });
});

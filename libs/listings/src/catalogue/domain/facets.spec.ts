import { countFacets, type FacetCount } from './facets.js';

const COUNTS: FacetCount[] = [
  { category: 'Sales', motion: 'build', tier: 'free', verified: null, count: 3 },
  { category: 'Sales', motion: 'scale', tier: 'pro', verified: null, count: 2 },
  { category: 'Content', motion: 'build', tier: 'pro', verified: null, count: 4 },
  { category: null, motion: null, tier: 'free', verified: null, count: 1 },
];

describe('the counts of facets', () => {
  it('cover everything when nothing is chosen, and entries without a value in the total only', () =>
    expect(countFacets(COUNTS, {})).toEqual({
      total: 10,
      facets: {
        category: [
          { value: 'Content', count: 4 },
          { value: 'Sales', count: 5 },
        ],
        motion: [
          { value: 'build', count: 7 },
          { value: 'scale', count: 2 },
        ],
        tier: [
          { value: 'free', count: 4 },
          { value: 'pro', count: 6 },
        ],
        verified: [],
      },
    }));

  it('give each value the total of choosing it alone in its facet, whatever else is chosen', () => {
    const chosen = { category: ['Sales'], tier: ['pro', 'free'] };
    const { facets } = countFacets(COUNTS, chosen);
    for (const facet of ['category', 'motion', 'tier'] as const)
      for (const { value, count } of facets[facet])
        expect(countFacets(COUNTS, { ...chosen, [facet]: [value] }).total).toBe(count);
  });

  it('are empty for an empty list', () =>
    expect(countFacets([], { tier: ['pro'] })).toEqual({
      total: 0,
      facets: { category: [], motion: [], tier: [], verified: [] },
    }));
});

import { countFacets, type FacetCount } from './facets.js';

const COUNTS: FacetCount[] = [
  { category: 'Sales', motion: 'build', tier: 'free', count: 3 },
  { category: 'Sales', motion: 'scale', tier: 'pro', count: 2 },
  { category: 'Content', motion: 'build', tier: 'pro', count: 4 },
  { category: null, motion: null, tier: 'free', count: 1 },
];

describe('facets', () => {
  it('count everything when nothing is chosen; entries without a value are in the total only', () =>
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
      },
    }));

  it('count for a value the total of choosing it alone in its facet, whatever else is chosen', () => {
    const chosen = { category: ['Sales'], tier: ['pro', 'free'] };
    const { facets } = countFacets(COUNTS, chosen);
    for (const facet of ['category', 'motion', 'tier'] as const)
      for (const { value, count } of facets[facet])
        expect(countFacets(COUNTS, { ...chosen, [facet]: [value] }).total).toBe(count);
  });

  it('are empty over nothing', () =>
    expect(countFacets([], { tier: ['pro'] })).toEqual({ total: 0, facets: { category: [], motion: [], tier: [] } }));
});

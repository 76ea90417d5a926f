export const FACETS = ['category', 'motion', 'tier', 'verified'] as const;
export type Facet = (typeof FACETS)[number];
/** Values of a facet, any of which may hold. Absent: all. */
export type Chosen = Partial<Record<Facet, readonly string[]>>;

/** How many listings share a value of every facet. */
export type FacetCount = Readonly<Record<Facet, string | null>> & { readonly count: number };

interface Facets {
  /** With everything chosen. */
  total: number;
  /** Number of results of each value, with all other choices unchanged; values in their order. */
  facets: Record<Facet, { value: string; count: number }[]>;
}

/** Counts per facet out of counts per combination. */
export function countFacets(counts: readonly FacetCount[], chosen: Chosen): Facets {
  const fits = (one: FacetCount, but?: Facet): boolean =>
    FACETS.every((facet) => facet === but || (chosen[facet]?.includes(one[facet] ?? '') ?? true));
  const of = (facet: Facet): { value: string; count: number }[] => {
    const sums = new Map<string, number>();
    for (const one of counts) {
      const value = one[facet];
      if (value !== null && fits(one, facet)) sums.set(value, (sums.get(value) ?? 0) + one.count);
    }
    return inOrder(sums);
  };
  return {
    total: counts.filter((one) => fits(one)).reduce((sum, one) => sum + one.count, 0),
    facets: { category: of('category'), motion: of('motion'), tier: of('tier'), verified: of('verified') },
  };
}

function inOrder(sums: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...sums].map(([value, count]) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1));
}

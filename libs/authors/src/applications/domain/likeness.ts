/** Minimum similarity of two texts to be listed (pg_trgm, 0 to 1). */
const LEAST_ALIKE = 0.35;
/** Lower minimum for Drives of the same category. */
export const LEAST_IN_CATEGORY = 0.25;
const SAME_CATEGORY = 0.1;

const WORDS = { bySlug: 'slug', byName: 'name', byText: 'text' } as const;

interface Likeness {
  /** The most similar field. */
  alike: (typeof WORDS)[keyof typeof WORDS];
  /** 0 to 1. */
  likeness: number;
  /** All similar fields, as text. */
  why: string[];
}

/** Similarity of two Drives with reasons; undefined when they are not similar. Values are from 0 to 1. */
export function likenessOf(
  measured: Record<keyof typeof WORDS, number>,
  category: { ours: string; theirs: string },
): Likeness | undefined {
  const same = category.ours !== '' && category.ours === category.theirs;
  const keys = Object.keys(WORDS) as (keyof typeof WORDS)[];
  const most = keys.reduce((best, key) => (measured[key] > measured[best] ? key : best));
  const least = same ? LEAST_IN_CATEGORY : LEAST_ALIKE;
  if (measured[most] < least) return undefined;
  return {
    alike: WORDS[most],
    likeness: Math.min(1, Math.round((measured[most] + (same ? SAME_CATEGORY : 0)) * 100) / 100),
    why: [
      ...keys
        .filter((key) => measured[key] >= least)
        .sort((a, b) => measured[b] - measured[a])
        .map((key) => `${WORDS[key]} ${Math.round(measured[key] * 100)} % alike`),
      ...(same ? [`same category, ${category.ours}`] : []),
    ],
  };
}

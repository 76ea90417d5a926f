/** The form of a word that goes with a number: `plural(1, 'run', 'runs')` gives `run`. */
export const plural = (count: number | bigint, one: string, other: string): string =>
  count === 1 || count === 1n ? one : other;

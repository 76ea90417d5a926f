/** Shorter words are too similar to each other to correct one. */
export const SHORTEST_SLIPPED = 4;
/** From this length on two typos are allowed. */
export const TWO_SLIPS_FROM = 8;

/** Number of typos allowed in a word of this length. */
export function slipsAllowed(word: string): number {
  return word.length < SHORTEST_SLIPPED ? 0 : word.length < TWO_SLIPS_FROM ? 1 : 2;
}

/**
 * Number of typos between two words: a letter missing, one too many, a wrong one, or two neighbours swapped (the
 * distance of optimal string alignment). Counts no further than `most`: a larger one is `most + 1`.
 */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let slips = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        slips = Math.min(slips, beforeLast[j - 2]! + 1);
      row.push(slips);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[other.length]!, most + 1);
}

/** Those of `known` that `word` was most likely meant to be: with the fewest typos, and no more than allowed. */
export function nearestWords(word: string, known: readonly string[]): string[] {
  let most = slipsAllowed(word);
  let nearest: string[] = [];
  if (most === 0) return nearest;
  for (const candidate of known) {
    const slips = slipsBetween(word, candidate, most);
    if (slips > most) continue;
    if (slips < most) nearest = [];
    most = slips;
    nearest.push(candidate);
  }
  return nearest;
}

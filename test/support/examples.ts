const times = Number(process.env['SOAK_TIMES'] ?? 1);

/** The seed of random tests. The same in every run, unless `FAST_CHECK_SEED` names another. */
export const SEED = Number(process.env['FAST_CHECK_SEED'] ?? 20_261_122);

/**
 * Number of examples of a random test whose ordinary run tries `few`: that many, or `SOAK_TIMES` as many.
 * fast-check's `numRuns` is read this way (test/support/fast-check.cjs); whatever else is random
 * asks here.
 */
export const examples = (few: number): number => few * times;

// Longer runs may take longer, up to the maximum of a timer.
if (times > 1) jest.setTimeout(Math.min(600_000 * times, 2 ** 31 - 1));

/** Gives whole numbers below `n`, each time another one, the same ones for the same seed: SplitMix32. */
export function randomOf(seed = SEED): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % n;
  };
}

/** Whole numbers only; every amount is a bigint of minor units. */
export const floorDiv = (a: bigint, b: bigint): bigint => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);

/** a / b to the nearest whole number, halves up. `b` is positive. */
export const halfUp = (a: bigint, b: bigint): bigint => floorDiv(2n * a + b, 2n * b);

export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Spreads an amount in proportion to weights: floors first, then one each by the largest remainder, ties in order. */
export function largestRemainder(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / whole);
  const order = weights
    .map((weight, i) => ({ i, remainder: (amount * weight) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1));
  const missing = Number(amount - sum(parts));
  for (const { i } of order.slice(0, missing)) parts[i]! += 1n;
  return parts;
}

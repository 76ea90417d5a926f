/** `n / d` rounded half up, below 0 half down; `d` must be positive. */
export function divideHalfUp(n: bigint, d: bigint): bigint {
  return n < 0n ? -divideHalfUp(-n, d) : (2n * n + d) / (2n * d);
}

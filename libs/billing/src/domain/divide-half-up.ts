/** `n / d` rounded half up; `n` must not be negative, `d` positive. */
export function divideHalfUp(n: bigint, d: bigint): bigint {
  return (2n * n + d) / (2n * d);
}

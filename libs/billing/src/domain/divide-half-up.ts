/** `n / d` rounded to the nearest whole number, halves up; both not negative, d positive. */
export function divideHalfUp(n: bigint, d: bigint): bigint {
  return (2n * n + d) / (2n * d);
}

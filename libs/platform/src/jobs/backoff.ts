/** Milliseconds until attempt `attempt + 1`: doubles from one second to fifteen minutes. */
export function backoffMs(attempt: number): number {
  return Math.min(15 * 60_000, 1_000 * 2 ** (attempt - 1));
}

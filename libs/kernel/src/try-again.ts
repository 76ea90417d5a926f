/** Length of each unit in ms, and from which wait on it is used. */
const UNITS = [
  [3_600_000, 'hour', 7_200_000],
  [60_000, 'minute', 60_000],
  [1_000, 'second', 0],
] as const;

/** A sentence that says when to try again, `ms` from now; never too early. */
export function tryAgainIn(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000)) * 1_000;
  const [unit, word] = UNITS.find(([, , from]) => seconds >= from)!;
  const n = Math.ceil(seconds / unit);
  return `Try again in ${n} ${word}${n === 1 ? '' : 's'}.`;
}

/** Returns `at`, or the first later instant that is in none of the closed months (`YYYY-MM`, UTC). */
export function firstOpen(at: Date, closed: ReadonlySet<string>): Date {
  let open = at;
  while (closed.has(open.toISOString().slice(0, 7)))
    open = new Date(Date.UTC(open.getUTCFullYear(), open.getUTCMonth() + 1, 1));
  return open;
}

/** What is known of the comparisons that were made. */
export interface Comparisons {
  /** When the last one that was done ended; null: none ever was. */
  readonly doneAt: Date | null;
  readonly running: boolean;
  /** Why the newest one could not be done, unless it could. */
  readonly failure: string | null;
}

const HOUR_MS = 3_600_000;
const COMPARE = 'choose "Reconcile now" under Finance, Exceptions, and try again when it has finished';

/** Why the books count as not compared, with what to do about it; undefined when the last comparison is young enough. */
export function freshness(
  { doneAt, running, failure }: Comparisons,
  now: Date,
  maxHours: number,
): { code: 'reconciliation_missing' | 'reconciliation_stale'; text: string } | undefined {
  if (doneAt !== null && now.getTime() - doneAt.getTime() <= maxHours * HOUR_MS) return undefined;
  const todo = running
    ? 'a reconciliation is running, try again when it has finished'
    : failure === null
      ? COMPARE
      : `the last attempt failed (${failure.replace(/\.$/, '')}); ${COMPARE}`;
  if (doneAt === null)
    return {
      code: 'reconciliation_missing',
      text: `our books have never been reconciled with the payment provider: ${todo}`,
    };
  return {
    code: 'reconciliation_stale',
    text: `our books were last reconciled with the payment provider ${age(now.getTime() - doneAt.getTime())} ago, but at most ${hours(maxHours)} is allowed: ${todo}`,
  };
}

function age(ms: number): string {
  const whole = Math.floor(ms / HOUR_MS);
  return whole < 48 ? hours(whole) : `${Math.floor(whole / 24)} days`;
}

function hours(n: number): string {
  return n === 1 ? 'one hour' : `${n} hours`;
}

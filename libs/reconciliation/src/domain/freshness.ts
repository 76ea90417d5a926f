/** State of the reconciliations. */
export interface Comparisons {
  /** When the last finished one ended; null: none has finished yet. */
  readonly doneAt: Date | null;
  readonly running: boolean;
  /** Why the latest one failed; null when it did not. */
  readonly failure: string | null;
}

const HOUR_MS = 3_600_000;
const COMPARE = 'choose "Reconcile now" under Finance, Exceptions, and try again when it has finished';

/**
 * Why the books count as not reconciled, and what to do about it; undefined when the last reconciliation is recent
 * enough.
 */
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

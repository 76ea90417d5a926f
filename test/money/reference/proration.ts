import { divideHalfUp } from '../../../libs/billing/src/domain/divide-half-up.js';
import type { Month } from '../../../libs/billing/src/domain/month.js';

// The charges of `db/billing/functions/charges.sql` in another implementation, for tests to compare with.
// The product runs the SQL alone.

/** Whole seconds since the epoch; adjoining segments share the cut second's beginning, so their seconds add up. */
function second(at: Date): bigint {
  return BigInt(Math.floor(at.getTime() / 1000));
}

interface Span {
  readonly fromAt: Date;
  readonly toAt: Date;
  /** What is charged of the month, in seconds. */
  readonly seconds: bigint;
}

/** A stretch of one install at one price; nothing is charged before its trial ends. */
export interface Stretch {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly trialEndsAt?: Date | null;
}

function cut(month: Month, { startedAt, endedAt, trialEndsAt }: Stretch): { fromAt: Date; toAt: Date } | undefined {
  const begins = trialEndsAt && trialEndsAt > startedAt ? trialEndsAt : startedAt;
  const fromAt = begins > month.startAt ? begins : month.startAt;
  const toAt = endedAt !== null && endedAt < month.endAt ? endedAt : month.endAt;
  return fromAt < toAt ? { fromAt, toAt } : undefined;
}

/** The part of a segment that lies in the month; undefined when less than a second of it does. */
export function spanIn(
  month: Month,
  startedAt: Date,
  endedAt: Date | null,
  trialEndsAt?: Date | null,
): Span | undefined {
  const span = cut(month, { startedAt, endedAt, trialEndsAt: trialEndsAt ?? null });
  if (!span) return undefined;
  const seconds = second(span.toAt) - second(span.fromAt);
  return seconds > 0n ? { ...span, seconds } : undefined;
}

/** The parts of one install's segments that lie in the month; undefined for a segment that is charged nothing. */
export function spansIn(month: Month, segments: readonly Stretch[]): (Span | undefined)[] {
  return segments.map((s) => spanIn(month, s.startedAt, s.endedAt, s.trialEndsAt ?? null));
}

/** price × seconds / seconds of the month, half up; a whole month costs exactly the price. */
export function prorate(priceMinor: bigint, seconds: bigint, monthSeconds: bigint): bigint {
  return divideHalfUp(priceMinor * seconds, monthSeconds);
}

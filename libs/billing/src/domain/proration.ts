import type { Month } from './month.js';

/** `n / d` rounded to the nearest whole number, halves up; both not negative, d positive. */
export function divideHalfUp(n: bigint, d: bigint): bigint {
  return (2n * n + d) / (2n * d);
}

/** What a month is divided into: its seconds, or its days in UTC. */
export type ProrationUnit = 'seconds' | 'days';

/** The built-in unit. */
export const PRORATION_UNIT: ProrationUnit = 'seconds';

/** Whole seconds since the epoch; adjoining segments share the cut second's beginning, so their seconds add up. */
function second(at: Date): bigint {
  return BigInt(Math.floor(at.getTime() / 1000));
}

export interface Span {
  readonly fromAt: Date;
  readonly toAt: Date;
  readonly seconds: bigint;
}

/** The part of a segment that lies in the month; undefined when less than a second of it does. */
export function spanIn(month: Month, startedAt: Date, endedAt: Date | null): Span | undefined {
  const fromAt = startedAt > month.startAt ? startedAt : month.startAt;
  const toAt = endedAt !== null && endedAt < month.endAt ? endedAt : month.endAt;
  const seconds = second(toAt) - second(fromAt);
  return seconds > 0n ? { fromAt, toAt, seconds } : undefined;
}

/** price × seconds / seconds of the month, half up; a whole month costs exactly the price. */
export function prorate(priceMinor: bigint, seconds: bigint, monthSeconds: bigint): bigint {
  return divideHalfUp(priceMinor * seconds, monthSeconds);
}

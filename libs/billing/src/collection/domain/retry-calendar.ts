import type { PolicyValues } from '../../policies/domain/policy.js';

const DAY_MS = 86_400_000;

type RetryPolicy = PolicyValues['payment_retry'];

function daysAfter(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

/**
 * The next retry after `now`; null when there are no more.
 * @param pastDueAt first decline
 */
export function nextRetryAt(policy: RetryPolicy, pastDueAt: Date, now: Date): Date | null {
  return comingRetries(policy, pastDueAt, now)[0] ?? null;
}

/** All remaining retries. */
export function comingRetries({ after_days: days }: RetryPolicy, pastDueAt: Date, now: Date): Date[] {
  return days.map((day) => daysAfter(pastDueAt, day)).filter((at) => at > now);
}

const FIRST_FAULT_MS = 15 * 60_000;
const LONGEST_FAULT_MS = 6 * 3_600_000;

/**
 * The next attempt after a failure that is not the payer's: after a quarter of an hour, doubling up to six hours.
 * @param tries number of such failures, from 1
 */
export function retryAfterFault(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_FAULT_MS * 2 ** (tries - 1), LONGEST_FAULT_MS));
}

/** When the tenant's paid installs are suspended unless the invoice is paid by then. */
export function suspensionAt({ after_days: days, grace_days: grace }: RetryPolicy, pastDueAt: Date): Date {
  return daysAfter(pastDueAt, (days.at(-1) ?? 0) + grace);
}

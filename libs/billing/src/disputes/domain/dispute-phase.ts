/**
 * Booked phase of a dispute. An inquiry without withdrawal stays `none`; an appeal can win what was lost. The trigger
 * billing.dispute_moves enforces the transitions.
 */
export type DisputePhase = 'none' | 'opened' | 'won' | 'lost' | 'appeal_won';

/** The processor's status. */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'needs_response',
  'under_review',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
] as const;

export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export type DisputeStep = 'opened' | 'won' | 'lost' | 'appeal_won';

export interface DisputeFacts {
  readonly status: DisputeStatus;
  /** Amount withdrawn by the processor so far; 0 for an inquiry. Minor units. */
  readonly withdrawnMinor: bigint;
  /** Amount returned. */
  readonly reinstatedMinor: bigint;
}

const LOST_ONCE: readonly DisputeStatus[] = ['lost', 'appeal_needs_response', 'appeal_under_review'];

/**
 * The bookings needed to get from a phase to the processor's current state, in order. Reports may be late or skip
 * stages; missed bookings are made on the way. A won dispute is booked when the money is returned, not when it is
 * announced.
 */
export function stepsTo(phase: DisputePhase, facts: DisputeFacts): DisputeStep[] {
  const steps: DisputeStep[] = [];
  let at = phase;
  if (at === 'none' && facts.withdrawnMinor > 0n) {
    steps.push('opened');
    at = 'opened';
  }
  const back = facts.reinstatedMinor > 0n && facts.reinstatedMinor >= facts.withdrawnMinor;
  if (at === 'opened' && LOST_ONCE.includes(facts.status)) steps.push('lost');
  else if (at === 'opened' && facts.status === 'won' && back) steps.push('won');
  else if (at === 'lost' && facts.status === 'won' && back) steps.push('appeal_won');
  return steps;
}

/** No further change is expected, although a lost dispute can still be appealed. */
export function isClosedStatus(status: DisputeStatus): boolean {
  return ['warning_closed', 'prevented', 'lost', 'won'].includes(status);
}

/** Whether the bank waits for our answer. */
export function isAnswerable(status: DisputeStatus): boolean {
  return ['warning_needs_response', 'needs_response', 'appeal_needs_response'].includes(status);
}

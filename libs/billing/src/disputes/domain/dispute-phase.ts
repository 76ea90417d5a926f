/**
 * What was booked of a dispute. An inquiry that took no money stays `none`; an appeal can still win what was lost.
 * Which follows which is kept by billing.dispute_moves.
 */
export type DisputePhase = 'none' | 'opened' | 'won' | 'lost' | 'appeal_won';

/** The processor's own words. */
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
  /** What the processor took for it so far; 0 for an inquiry. Minor units. */
  readonly withdrawnMinor: bigint;
  /** What it gave back. */
  readonly reinstatedMinor: bigint;
}

const LOST_ONCE: readonly DisputeStatus[] = ['lost', 'appeal_needs_response', 'appeal_under_review'];

/**
 * What has to be booked to get from a phase to what the processor says now, in order. Facts may arrive late or skip
 * stages: what was missed is booked on the way. Winning is booked when the money is back, not when it is announced.
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

/** Nothing more is expected; a lost dispute may still come back as an appeal. */
export function isClosedStatus(status: DisputeStatus): boolean {
  return ['warning_closed', 'prevented', 'lost', 'won'].includes(status);
}

/** Whether the bank waits for our answer. */
export function isAnswerable(status: DisputeStatus): boolean {
  return ['warning_needs_response', 'needs_response', 'appeal_needs_response'].includes(status);
}

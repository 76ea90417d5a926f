import { defineStates } from '@portal/kernel';
import type { ListingState } from '../../listing/domain/listing-state.js';

/**
 * Life of an appeal (mirrored by its trigger `frozen`). Superseded: the author submitted something newer meanwhile.
 */
export const appealStates = defineStates({
  open: ['granted', 'dismissed', 'withdrawn', 'superseded'],
  granted: [],
  dismissed: [],
  withdrawn: [],
  superseded: [],
});
export type AppealState = (typeof appealStates)['states'][number];

export const APPEAL_DECISIONS = ['grant', 'dismiss'] as const;
export type AppealDecision = (typeof APPEAL_DECISIONS)[number];

/** Characters, of the appeal and of the answer. */
export const APPEAL_MIN = 20;
export const APPEAL_MAX = 4_000;

/** The same as for a refused application; mirrored by the trigger. */
const APPEAL_DAYS = 30;
const DAY_MS = 86_400_000;

export const appealStateAfter = (decision: AppealDecision): 'granted' | 'dismissed' =>
  decision === 'grant' ? 'granted' : 'dismissed';

/** Half-open: at that instant it is too late. */
export function mayAppealUntil(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + APPEAL_DAYS * DAY_MS);
}

/** Facts that decide whether an appeal is possible. */
export interface AppealFacts {
  /** When the submission was refused or the listing removed; null: neither. */
  readonly refusedAt: Date | null;
  readonly appealed: boolean;
  /** A newer submission is under review or was approved, or another version is live than the refused one was compared with. */
  readonly superseded: boolean;
}

type AppealGap = 'appeal_heard_once' | 'not_appealable' | 'appeal_time_over' | 'appeal_superseded';

/** Why a decision cannot be appealed; undefined: it can. */
export function appealGap(facts: AppealFacts, now: Date): AppealGap | undefined {
  if (facts.appealed) return 'appeal_heard_once';
  if (facts.refusedAt === null) return 'not_appealable';
  if (now >= mayAppealUntil(facts.refusedAt)) return 'appeal_time_over';
  return facts.superseded ? 'appeal_superseded' : undefined;
}

/** The circumstances of a removal. */
export interface Removed {
  /** Its state when it was removed. */
  readonly from: ListingState;
  /** Whether it was in the catalogue and paused only because the removal was proposed. */
  readonly pausedForIt: boolean;
}

/**
 * The state to which a granted appeal restores a removed listing: the one before the removal was proposed. An announced
 * sunset ended with the removal; one that had closed the Drive to installs continues.
 */
export function restoredState({ from, pausedForIt }: Removed): 'listed' | 'paused' | 'closed_to_installs' {
  if (from === 'closed_to_installs') return from;
  return from === 'paused' && !pausedForIt ? 'paused' : 'listed';
}

import { CRITERIA, type CriterionId } from './review-criteria.js';
import type { Decision, SubmissionState } from '../../submissions/domain/submission-state.js';

export const VERDICTS = ['pass', 'fail', 'needs_change', 'not_applicable'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Catalogue of reasons for a rejection. */
export const REJECTION_CODES = [
  'do_not_rules',
  'security',
  'scope',
  'misleading_claims',
  'compliance',
  'duplicate',
  'quality',
  'other',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

/** Longest and shortest note of a judgement against the Drive; the author reads it. */
export const NOTE_MIN = 10;
export const NOTE_MAX = 2_000;

/** The newest judgement of a criterion about one revision. */
export interface Judgement {
  criterion: CriterionId;
  verdict: Verdict;
  note: string;
  /** Round of the review it was made in: 1, and one more with every answer of the author. */
  round: number;
}

const against = (verdict: Verdict): boolean => verdict === 'fail' || verdict === 'needs_change';

/**
 * Whether a judgement counts in `round`. An answer goes back into review with the same digest, so the evidence is the
 * same and passed criteria stay passed; those against the Drive are what the author answered, and are judged again.
 */
export const counts = ({ verdict, round: made }: Judgement, round: number): boolean =>
  !against(verdict) || made === round;

export interface UnprovenCriterion {
  criterion: CriterionId;
  blocks: boolean;
}

export interface CaseFacts {
  round: number;
  /** The newest judgement of each criterion. */
  judgements: readonly Judgement[];
  /** Criteria with an exception in force. */
  excepted: ReadonlySet<string>;
  /** Criteria that checks did not show; `blocks`: one of them sends a Drive back (`listings.unproven_criteria`). */
  unproven: readonly UnprovenCriterion[];
}

interface Gap {
  code: 'criteria_unjudged' | 'criteria_against' | 'checks_block' | 'nothing_against' | 'nothing_failed';
  criteria: CriterionId[];
}

/** What blocks a decision; undefined when nothing does. Only an approval needs every criterion. Mirrored by `listings.submission_gate`. */
export function gapOf(decision: Decision, { round, judgements, excepted, unproven }: CaseFacts): Gap | undefined {
  const current = judgements.filter((judgement) => counts(judgement, round));
  const bad = current.filter(({ verdict }) => against(verdict));
  if (decision === 'approve') {
    const judged = new Set(current.map(({ criterion }) => criterion));
    const open = CRITERIA.map(({ id }) => id).filter((id) => !judged.has(id));
    if (open.length > 0) return { code: 'criteria_unjudged', criteria: open };
    const left = bad.map(({ criterion }) => criterion).filter((id) => !excepted.has(id));
    if (left.length > 0) return { code: 'criteria_against', criteria: left };
    const blocked = unproven.filter(({ blocks }) => blocks).map(({ criterion }) => criterion);
    return blocked.length > 0 ? { code: 'checks_block', criteria: blocked } : undefined;
  }
  if (decision === 'request_changes') return bad.length > 0 ? undefined : { code: 'nothing_against', criteria: [] };
  return bad.some(({ verdict }) => verdict === 'fail') ? undefined : { code: 'nothing_failed', criteria: [] };
}

/** One message to the author with every note of every criterion that needs something, in the order of the list. */
export function composeRequest({ round, judgements }: Pick<CaseFacts, 'round' | 'judgements'>): string {
  const current = new Map(judgements.filter((one) => counts(one, round)).map((one) => [one.criterion, one]));
  return CRITERIA.flatMap(({ id, title }) => {
    const judgement = current.get(id);
    return judgement && against(judgement.verdict) ? [`${title}: ${judgement.note}`] : [];
  }).join('\n\n');
}

/** Who has to act. The portal acts by itself while checks run. */
export const PARTIES = ['portal', 'reviewer', 'author'] as const;
export type Party = (typeof PARTIES)[number];

const ACTS: Partial<Record<SubmissionState, Party>> = {
  received: 'portal',
  validating: 'portal',
  in_review: 'reviewer',
  changes_requested: 'author',
};
const partyOf = (state: SubmissionState): Party | null => ACTS[state] ?? null;

export interface Clock {
  party: Party | null;
  /** Since when that party has to act; when it is over, since when. */
  since: Date;
  /** Milliseconds each party had to act in all, until now. */
  total: Record<Party, number>;
}

/** The clock of a case from its moves, oldest first. Undefined before the first one. */
export function clockOf(moves: readonly { state: SubmissionState; at: Date }[], now: Date): Clock | undefined {
  const last = moves.at(-1);
  if (!last) return undefined;
  const total: Record<Party, number> = { portal: 0, reviewer: 0, author: 0 };
  let since = last.at;
  let earlier: Party | null | undefined;
  moves.forEach(({ state, at }, i) => {
    const party = partyOf(state);
    if (party !== earlier) since = at;
    earlier = party;
    const until = moves[i + 1]?.at ?? now;
    if (party) total[party] += Math.max(0, until.getTime() - at.getTime());
  });
  return { party: partyOf(last.state), since, total };
}

/** Subjects of an exception: a check that warned, or a price that is not on the list. */
export const TIER_CHECK = 'L04';
/** Longest life of an exception, in days. */
export const EXCEPTION_DAYS = 366;

/** Days before its end from which an exception in force is listed as ending. */
export const ENDING_DAYS = 30;
/** Lists of exceptions: by state, those that end soon, and all. */
export const EXCEPTION_LISTS = ['in_force', 'ending', 'expired', 'all'] as const;
export type ExceptionList = (typeof EXCEPTION_LISTS)[number];

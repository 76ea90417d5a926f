import type { Difference, DifferenceKind } from './compare-runs.js';
import type { StoredPart, UnpaidReason } from './unpaid.js';

/** What the preparer of a run may decide about one payout of it. */
export const RUN_DECISIONS = ['include', 'carry', 'hold'] as const;
export type RunDecision = (typeof RUN_DECISIONS)[number];

/** What is unusual about a payout that would be paid. */
export const UNUSUAL_KINDS = ['above_median', 'account_changed', 'first_payout', 'new'] as const;
export type UnusualKind = (typeof UNUSUAL_KINDS)[number];

export type RunExceptionKind = UnusualKind | UnpaidReason;

interface DecidedPayout {
  readonly decision: RunDecision;
  /** What was to pay when it was decided, minor units. */
  readonly amountMinor: bigint;
}

/** A payout of a run as far as it decides whether somebody has to look at it. Amounts in minor units. */
interface ReviewedPayout {
  readonly amountMinor: bigint;
  readonly heldMinor: bigint;
  readonly parts: readonly Pick<StoredPart, 'reason'>[];
}

export interface RunException {
  /** The unusual first. */
  readonly kinds: readonly RunExceptionKind[];
  readonly suggested: RunDecision;
  /** Would be paid, is unusual, and nobody has decided about this amount. */
  readonly open: boolean;
}

export const isUnusual = (kind: DifferenceKind): kind is UnusualKind => UNUSUAL_KINDS.includes(kind as UnusualKind);

/**
 * What is unusual about a payout or keeps it from being paid; undefined for an ordinary one. What the rules do not pay
 * needs nobody's decision, as it has its reason and day; the coins that a currency does not pay are no exception.
 */
export function exceptionOf(
  payout: ReviewedPayout,
  difference: Pick<Difference, 'kinds'> | undefined,
  decided: DecidedPayout | undefined,
): RunException | undefined {
  const unusual = payout.amountMinor > 0n ? (difference?.kinds.filter(isUnusual) ?? []) : [];
  const unpaid = [...new Set(payout.parts.map(({ reason }) => reason))].filter((reason) => reason !== 'rounded_down');
  if (unusual.length === 0 && unpaid.length === 0 && decided === undefined) return undefined;
  return {
    kinds: [...unusual, ...unpaid],
    suggested: suggestion(payout, unusual),
    open: unusual.length > 0 && !decisionApplies(payout, decided),
  };
}

/** More than ever to an account that is new: that is looked into first. What the rules do not pay stays where it is. */
function suggestion(payout: ReviewedPayout, unusual: readonly UnusualKind[]): RunDecision {
  if (payout.amountMinor === 0n) return payout.heldMinor > 0n ? 'hold' : 'carry';
  return unusual.includes('above_median') && unusual.includes('account_changed') ? 'hold' : 'include';
}

/** Whether a decision is about the payout as it is now: an inclusion is for one amount, the others for what they did. */
export function decisionApplies(payout: ReviewedPayout, decided: DecidedPayout | undefined): boolean {
  switch (decided?.decision) {
    case undefined:
      return false;
    case 'include':
      return decided.amountMinor === payout.amountMinor;
    case 'carry':
      return payout.amountMinor === 0n;
    case 'hold':
      return payout.heldMinor > 0n;
  }
}

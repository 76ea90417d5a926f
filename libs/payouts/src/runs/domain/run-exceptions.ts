import { formatMinor } from '@portal/kernel';
import type { StoredPart, UnpaidReason } from './unpaid.js';

/** The preparer's possible decisions about a payout. */
export const RUN_DECISIONS = ['include', 'carry', 'hold'] as const;
export type RunDecision = (typeof RUN_DECISIONS)[number];

/** Reasons for which a payout counts as unusual. */
export const UNUSUAL_KINDS = ['above_median', 'account_changed', 'first_payout', 'new'] as const;
export type UnusualKind = (typeof UNUSUAL_KINDS)[number];

export type RunExceptionKind = UnusualKind | UnpaidReason;

interface DecidedPayout {
  readonly decision: RunDecision;
  /** Amount to pay at the time of the decision, minor units. */
  readonly amountMinor: bigint;
}

/** The part of a payout that decides whether it needs review. Amounts in minor units. */
interface ReviewedPayout {
  readonly amountMinor: bigint;
  readonly heldMinor: bigint;
  readonly parts: readonly Pick<StoredPart, 'reason'>[];
}

export interface RunException {
  /** Unusual kinds first. */
  readonly kinds: readonly RunExceptionKind[];
  readonly suggested: RunDecision;
  /** It would be paid, is unusual, and has no decision for this amount. */
  readonly open: boolean;
}

/** What an author was paid in a currency before. Amounts in minor units. */
export interface EarlierPayouts {
  /** By the run before. */
  readonly beforeMinor: bigint;
  /** Median of all; null: never paid. */
  readonly medianMinor: bigint | null;
  /** To which account the last payout went; null: never paid in any currency. */
  readonly accountId: string | null;
}

/** An amount above this many times the author's median is unusual. */
const TIMES_MEDIAN = 3n;

/** What is unusual about an amount, against what the author was paid earlier. */
export function unusualKinds(
  { amountMinor, accountId }: { amountMinor: bigint; accountId: string | null },
  { beforeMinor, medianMinor, accountId: last }: EarlierPayouts,
): UnusualKind[] {
  if (amountMinor <= 0n) return [];
  const found: Record<UnusualKind, boolean> = {
    above_median: medianMinor !== null && amountMinor > TIMES_MEDIAN * medianMinor,
    account_changed: last !== null && accountId !== last,
    first_payout: last === null,
    new: beforeMinor === 0n,
  };
  return UNUSUAL_KINDS.filter((kind) => found[kind]);
}

/**
 * What is unusual about a payout or keeps it from being paid; undefined for an ordinary one. Amounts that the rules do
 * not pay need no decision. Amounts below the currency's payout multiple are not listed.
 */
export function exceptionOf(
  payout: ReviewedPayout,
  kinds: readonly UnusualKind[],
  decided: DecidedPayout | undefined,
): RunException | undefined {
  const unusual = payout.amountMinor > 0n ? kinds : [];
  const unpaid = [...new Set(payout.parts.map(({ reason }) => reason))].filter((reason) => reason !== 'rounded_down');
  if (unusual.length === 0 && unpaid.length === 0 && decided === undefined) return undefined;
  return {
    kinds: [...unusual, ...unpaid],
    suggested: suggestion(payout, unusual),
    open: unusual.length > 0 && !decisionApplies(payout, decided),
  };
}

/** Why an amount is unusual, one sentence for each kind. */
export function whyOdd(kinds: readonly RunExceptionKind[], usualMinor: bigint | null, currency: string): string[] {
  const texts: Partial<Record<RunExceptionKind, string>> = {
    above_median: `More than three times what is usually paid (${formatMinor(usualMinor ?? 0n, currency)}).`,
    account_changed: 'Goes to another payout account than the last payout.',
    first_payout: 'The first payout of this author.',
    new: 'Nothing was paid by the last run.',
  };
  return kinds.flatMap((kind) => texts[kind] ?? []);
}

/** Suggests a hold when an unusually large amount goes to a changed account. Unpaid amounts keep their treatment. */
function suggestion(payout: ReviewedPayout, unusual: readonly UnusualKind[]): RunDecision {
  if (payout.amountMinor === 0n) return payout.heldMinor > 0n ? 'hold' : 'carry';
  return unusual.includes('above_median') && unusual.includes('account_changed') ? 'hold' : 'include';
}

/** Whether a decision still applies to the payout: an inclusion is for one amount, the others for their effect. */
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

import type { AccountCode, Leg } from '@portal/ledger';
import { authorParts, totalOf, type LineReversal } from './domain/reversal.js';

/** The account from which the authors' part is taken: due, on hold for a dispute, or not paid yet. */
type AuthorAccount = Extract<AccountCode, 'author_payable' | 'author_disputed' | 'author_pending'>;

/**
 * A refund: the parts of authors, platform and tax are reversed, anything beyond the lines goes through suspense, what
 * of them was never charged is no longer due, and the balance pays the amount out.
 */
export function refundLegs(reversals: readonly LineReversal[], amountMinor: bigint, currency: string): Leg[] {
  const beyond = amountMinor - sum(reversals);
  return compact([
    ...taken(reversals, 'author_payable', currency),
    { account: { code: beyond < 0n ? 'tenant_receivable' : 'suspense', currency }, amountMinor: beyond },
    { account: { code: 'stripe_balance', currency }, amountMinor: -amountMinor },
  ]);
}

/** Opened dispute: the processor has withdrawn the money, and the authors' parts are on hold. */
export function disputeOpenedLegs(reversals: readonly LineReversal[], withdrawnMinor: bigint, currency: string): Leg[] {
  return compact([
    { account: { code: 'platform_at_risk', currency }, amountMinor: withdrawnMinor },
    { account: { code: 'stripe_balance', currency }, amountMinor: -withdrawnMinor },
    ...authors(reversals, 'author_payable', currency),
    ...authors(reversals, 'author_disputed', currency).map((leg) => ({ ...leg, amountMinor: -leg.amountMinor })),
  ]);
}

/** Lost dispute: the shares on hold, platform and tax bear the loss; anything beyond the lines goes to suspense. */
export function disputeLostLegs(reversals: readonly LineReversal[], withdrawnMinor: bigint, currency: string): Leg[] {
  return compact([
    ...taken(reversals, 'author_disputed', currency),
    { account: { code: 'suspense', currency }, amountMinor: withdrawnMinor - sum(reversals) },
    { account: { code: 'platform_at_risk', currency }, amountMinor: -withdrawnMinor },
  ]);
}

/** Dispute lost, then won on appeal: the money is back, and whoever bore the loss gets it back. */
export function appealWonLegs(reversals: readonly LineReversal[], withdrawnMinor: bigint, currency: string): Leg[] {
  return refundLegs(reversals, withdrawnMinor, currency).map((leg) => ({ ...leg, amountMinor: -leg.amountMinor }));
}

/** The processor's fee for a dispute; negative when it is returned. */
export function disputeFeeLegs(
  feeMinor: bigint,
  currency: string,
  bearers: readonly { orgId: string; feeMinor: bigint }[],
): Leg[] {
  const borne = bearers.reduce((total, bearer) => total + bearer.feeMinor, 0n);
  return compact([
    ...bearers.map(({ orgId, feeMinor: part }): Leg => ({
      account: { code: 'author_payable', ownerId: orgId, currency },
      amountMinor: part,
    })),
    { account: { code: 'dispute_fee', currency }, amountMinor: feeMinor - borne },
    { account: { code: 'stripe_balance', currency }, amountMinor: -feeMinor },
  ]);
}

/** Credit note before payment: the amount is no longer due. */
export function creditNoteLegs(reversals: readonly LineReversal[], currency: string): Leg[] {
  return compact([
    ...taken(reversals, 'author_pending', currency),
    { account: { code: 'tenant_receivable', currency }, amountMinor: -sum(reversals) },
  ]);
}

function taken(reversals: readonly LineReversal[], account: AuthorAccount, currency: string): Leg[] {
  const first = reversals.filter((t) => t.orgId === null);
  const rest = reversals.filter((t) => t.orgId !== null);
  return [
    ...authors(reversals, account, currency),
    { account: { code: 'platform_revenue', currency }, amountMinor: add(rest, (t) => t.platformMinor) },
    { account: { code: 'first_party_revenue', currency }, amountMinor: add(first, (t) => t.grossMinor) },
    { account: { code: 'tax_payable', currency }, amountMinor: add(reversals, (t) => t.taxMinor) },
  ];
}

function authors(reversals: readonly LineReversal[], code: AuthorAccount, currency: string): Leg[] {
  return [...authorParts(reversals)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([ownerId, amountMinor]) => ({ account: { code, ownerId, currency }, amountMinor }));
}

function sum(reversals: readonly LineReversal[]): bigint {
  return add(reversals, totalOf);
}

function add(reversals: readonly LineReversal[], part: (reversal: LineReversal) => bigint): bigint {
  return reversals.reduce((total, reversal) => total + part(reversal), 0n);
}

function compact(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => leg.amountMinor !== 0n);
}

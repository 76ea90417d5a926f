import type { AccountCode, Leg } from '@portal/ledger';
import { totalOf, type Taking } from './domain/take-back.js';

/** Where the author's part of a taking is booked: what is owed, what is held for a dispute, what is not paid yet. */
type AuthorAccount = Extract<AccountCode, 'author_payable' | 'author_disputed' | 'author_pending'>;

/** A refund: authors, platform and tax give their parts, the rest waits in suspense; the balance pays it out. */
export function refundLegs(takings: readonly Taking[], amountMinor: bigint, currency: string): Leg[] {
  return compact([
    ...taken(takings, 'author_payable', currency),
    { account: { code: 'suspense', currency }, amountMinor: amountMinor - sum(takings) },
    { account: { code: 'stripe_balance', currency }, amountMinor: -amountMinor },
  ]);
}

/** The processor took the money of an open dispute; the authors' parts of it are held. */
export function disputeOpenedLegs(takings: readonly Taking[], withdrawnMinor: bigint, currency: string): Leg[] {
  return compact([
    { account: { code: 'platform_at_risk', currency }, amountMinor: withdrawnMinor },
    { account: { code: 'stripe_balance', currency }, amountMinor: -withdrawnMinor },
    ...authors(takings, 'author_payable', currency),
    ...authors(takings, 'author_disputed', currency).map((leg) => ({ ...leg, amountMinor: -leg.amountMinor })),
  ]);
}

/** What was at risk is gone: held shares, platform and tax bear it; what no line covers waits in suspense. */
export function disputeLostLegs(takings: readonly Taking[], withdrawnMinor: bigint, currency: string): Leg[] {
  return compact([
    ...taken(takings, 'author_disputed', currency),
    { account: { code: 'suspense', currency }, amountMinor: withdrawnMinor - sum(takings) },
    { account: { code: 'platform_at_risk', currency }, amountMinor: -withdrawnMinor },
  ]);
}

/** Lost and then won on appeal: the money is back, and whoever bore the loss gets it again. */
export function appealWonLegs(takings: readonly Taking[], withdrawnMinor: bigint, currency: string): Leg[] {
  return refundLegs(takings, withdrawnMinor, currency).map((leg) => ({ ...leg, amountMinor: -leg.amountMinor }));
}

/** The processor's fee for a dispute; negative when it is given back. */
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

/** Before anything was paid: what was asked for is asked for no longer. */
export function creditNoteLegs(takings: readonly Taking[], currency: string): Leg[] {
  return compact([
    ...taken(takings, 'author_pending', currency),
    { account: { code: 'tenant_receivable', currency }, amountMinor: -sum(takings) },
  ]);
}

function taken(takings: readonly Taking[], account: AuthorAccount, currency: string): Leg[] {
  const first = takings.filter((t) => t.orgId === null);
  const rest = takings.filter((t) => t.orgId !== null);
  return [
    ...authors(takings, account, currency),
    { account: { code: 'platform_revenue', currency }, amountMinor: add(rest, (t) => t.platformMinor) },
    { account: { code: 'first_party_revenue', currency }, amountMinor: add(first, (t) => t.grossMinor) },
    { account: { code: 'tax_payable', currency }, amountMinor: add(takings, (t) => t.taxMinor) },
  ];
}

function authors(takings: readonly Taking[], code: AuthorAccount, currency: string): Leg[] {
  const parts = new Map<string, bigint>();
  for (const { orgId, authorMinor } of takings) {
    if (orgId !== null) parts.set(orgId, (parts.get(orgId) ?? 0n) + authorMinor);
  }
  return [...parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([ownerId, amountMinor]) => ({ account: { code, ownerId, currency }, amountMinor }));
}

function sum(takings: readonly Taking[]): bigint {
  return add(takings, totalOf);
}

function add(takings: readonly Taking[], part: (taking: Taking) => bigint): bigint {
  return takings.reduce((total, taking) => total + part(taking), 0n);
}

function compact(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => leg.amountMinor !== 0n);
}

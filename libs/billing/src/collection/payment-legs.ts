import type { AccountCode, Leg } from '@portal/ledger';

/** An author organization's share of an invoice. */
interface AuthorPart {
  readonly orgId: string;
  /** Minor units, > 0. */
  readonly shareMinor: bigint;
}

/**
 * The tenant has paid: the receivable is cleared, and the authors' pending shares become owed. A late charge of a
 * voided attempt may exceed what is still due; the excess goes to suspense.
 */
export function paidLegs(paidMinor: bigint, openMinor: bigint, currency: string, parts: readonly AuthorPart[]): Leg[] {
  const surplus = paidMinor > openMinor ? paidMinor - openMinor : 0n;
  return [
    leg('stripe_balance', currency, paidMinor),
    leg('tenant_receivable', currency, surplus - paidMinor),
    ...(surplus > 0n ? [leg('suspense', currency, -surplus)] : []),
    ...shares('author_pending', currency, parts),
    ...shares('author_payable', currency, parts, -1n),
  ];
}

/**
 * Write-off: the receivable and the authors' pending shares are cleared (authors are owed only what is paid), and the
 * rest, including tax, is a loss of the platform.
 */
export function writeOffLegs(totalMinor: bigint, currency: string, parts: readonly AuthorPart[]): Leg[] {
  const rest = totalMinor - sharesOf(parts);
  return [
    leg('tenant_receivable', currency, -totalMinor),
    ...shares('author_pending', currency, parts),
    ...(rest > 0n ? [leg('bad_debt', currency, rest)] : []),
  ];
}

/** Payment of a written-off invoice: the loss is reversed, and the authors get their shares. */
export function recoveredLegs(totalMinor: bigint, currency: string, parts: readonly AuthorPart[]): Leg[] {
  const rest = totalMinor - sharesOf(parts);
  return [
    leg('stripe_balance', currency, totalMinor),
    ...shares('author_payable', currency, parts, -1n),
    ...(rest > 0n ? [leg('bad_debt', currency, -rest)] : []),
  ];
}

/** The platform bears the processor's fee. */
export function feeLegs(feeMinor: bigint, currency: string): Leg[] {
  return [leg('processor_fee', currency, feeMinor), leg('stripe_balance', currency, -feeMinor)];
}

/** Money without an open invoice goes to suspense until a person handles it. */
export function surplusLegs(totalMinor: bigint, currency: string): Leg[] {
  return [leg('stripe_balance', currency, totalMinor), leg('suspense', currency, -totalMinor)];
}

const leg = (code: AccountCode, currency: string, amountMinor: bigint): Leg => ({
  account: { code, currency },
  amountMinor,
});

const shares = (code: AccountCode, currency: string, parts: readonly AuthorPart[], sign = 1n): Leg[] =>
  parts.map(({ orgId: ownerId, shareMinor }) => ({
    account: { code, ownerId, currency },
    amountMinor: sign * shareMinor,
  }));

const sharesOf = (parts: readonly AuthorPart[]): bigint => parts.reduce((sum, part) => sum + part.shareMinor, 0n);

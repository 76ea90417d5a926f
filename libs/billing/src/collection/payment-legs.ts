import type { Leg } from '@portal/ledger';

/** What one author organization gets of an invoice. */
interface AuthorPart {
  readonly orgId: string;
  /** Minor units, > 0. */
  readonly shareMinor: bigint;
}

/**
 * The tenant's money arrived: the receivable is gone, and what was pending for the authors is now owed to them. A charge
 * of an attempt that had been given up may be more than is still asked for; the rest waits for a person.
 */
export function paidLegs(paidMinor: bigint, openMinor: bigint, currency: string, parts: readonly AuthorPart[]): Leg[] {
  const surplus = paidMinor > openMinor ? paidMinor - openMinor : 0n;
  return [
    { account: { code: 'stripe_balance', currency }, amountMinor: paidMinor },
    { account: { code: 'tenant_receivable', currency }, amountMinor: surplus - paidMinor },
    ...(surplus > 0n ? surplusRest(surplus, currency) : []),
    ...parts.flatMap(({ orgId, shareMinor }): Leg[] => [
      { account: { code: 'author_pending', ownerId: orgId, currency }, amountMinor: shareMinor },
      { account: { code: 'author_payable', ownerId: orgId, currency }, amountMinor: -shareMinor },
    ]),
  ];
}

/**
 * Nobody expects the money any more: the receivable goes, authors get nothing pending for it (they are owed on payment
 * only), and the rest, tax included, is the platform's loss.
 */
export function writeOffLegs(totalMinor: bigint, currency: string, parts: readonly AuthorPart[]): Leg[] {
  const shares = parts.reduce((sum, part) => sum + part.shareMinor, 0n);
  return [
    { account: { code: 'tenant_receivable', currency }, amountMinor: -totalMinor },
    ...parts.map(({ orgId, shareMinor }): Leg => {
      return { account: { code: 'author_pending', ownerId: orgId, currency }, amountMinor: shareMinor };
    }),
    ...(totalMinor > shares
      ? [{ account: { code: 'bad_debt' as const, currency }, amountMinor: totalMinor - shares }]
      : []),
  ];
}

/** Money for an invoice that was given up: the loss is undone, and the authors get their part now. */
export function recoveredLegs(totalMinor: bigint, currency: string, parts: readonly AuthorPart[]): Leg[] {
  const shares = parts.reduce((sum, part) => sum + part.shareMinor, 0n);
  return [
    { account: { code: 'stripe_balance', currency }, amountMinor: totalMinor },
    ...parts.map(({ orgId, shareMinor }): Leg => {
      return { account: { code: 'author_payable', ownerId: orgId, currency }, amountMinor: -shareMinor };
    }),
    ...(totalMinor > shares
      ? [{ account: { code: 'bad_debt' as const, currency }, amountMinor: shares - totalMinor }]
      : []),
  ];
}

/** The processor's fee is borne by the platform. */
export function feeLegs(feeMinor: bigint, currency: string): Leg[] {
  return [
    { account: { code: 'processor_fee', currency }, amountMinor: feeMinor },
    { account: { code: 'stripe_balance', currency }, amountMinor: -feeMinor },
  ];
}

/** Money that belongs to no open invoice waits for a person. */
export function surplusLegs(totalMinor: bigint, currency: string): Leg[] {
  return [
    { account: { code: 'stripe_balance', currency }, amountMinor: totalMinor },
    { account: { code: 'suspense', currency }, amountMinor: -totalMinor },
  ];
}

function surplusRest(surplusMinor: bigint, currency: string): Leg[] {
  return [{ account: { code: 'suspense', currency }, amountMinor: -surplusMinor }];
}

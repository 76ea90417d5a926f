import type { Leg } from '@portal/ledger';

/** What one author organization gets of an invoice. */
export interface AuthorPart {
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

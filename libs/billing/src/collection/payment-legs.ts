import type { Leg } from '@portal/ledger';

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
 * Write-off: the receivable and the authors' pending shares are cleared (authors are owed only what is paid), and the
 * rest, including tax, is a loss of the platform.
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

/** Payment of a written-off invoice: the loss is reversed, and the authors get their shares. */
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

/** The platform bears the processor's fee. */
export function feeLegs(feeMinor: bigint, currency: string): Leg[] {
  return [
    { account: { code: 'processor_fee', currency }, amountMinor: feeMinor },
    { account: { code: 'stripe_balance', currency }, amountMinor: -feeMinor },
  ];
}

/** Money without an open invoice goes to suspense until a person handles it. */
export function surplusLegs(totalMinor: bigint, currency: string): Leg[] {
  return [
    { account: { code: 'stripe_balance', currency }, amountMinor: totalMinor },
    { account: { code: 'suspense', currency }, amountMinor: -totalMinor },
  ];
}

function surplusRest(surplusMinor: bigint, currency: string): Leg[] {
  return [{ account: { code: 'suspense', currency }, amountMinor: -surplusMinor }];
}

import type { AccountRef, Posting } from '@portal/ledger';

interface Posted {
  readonly id: string;
  readonly orgId: string;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * Moves the amount of a payout: from the author's balance into clearing (`payout_reserve`), back (`payout_released`),
 * or on to the author's account at the processor (`payout_settled`). `key`: what happens once, such as `reserve`.
 */
export function payoutPosting(
  kind: 'payout_reserve' | 'payout_released' | 'payout_settled',
  { id, orgId, currency, amount }: Posted,
  key: string,
  effectiveAt: Date,
): Posting {
  const author: AccountRef = { code: 'author_payable', ownerId: orgId, currency };
  const clearing: AccountRef = { code: 'payout_clearing', currency };
  const processor: AccountRef = { code: 'stripe_balance', currency };
  const [debited, credited] = {
    payout_reserve: [author, clearing],
    payout_released: [clearing, author],
    payout_settled: [clearing, processor],
  }[kind] as [AccountRef, AccountRef];
  return {
    kind,
    idempotencyKey: `po:${id}:${key}`,
    sourceType: 'payout',
    sourceId: id,
    effectiveAt,
    legs: [
      { account: debited, amountMinor: amount },
      { account: credited, amountMinor: -amount },
    ],
  };
}

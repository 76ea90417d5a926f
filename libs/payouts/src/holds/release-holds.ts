import { Injectable } from '@nestjs/common';
import { Ledger, type Posting } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { PayoutHoldReleased } from '../events.js';
import { HoldsRepository, type HeldMonth } from './holds.repository.js';

/** Releases withheld amounts on their date. */
@Injectable()
export class ReleaseHolds {
  constructor(
    private readonly holds: HoldsRepository,
    private readonly ledger: Ledger,
  ) {}

  /** Returns how many held amounts (one per hold and month) were released. */
  async within(tx: Tx): Promise<number> {
    const due = await this.holds.takeDue(tx, tx.now);
    await this.book(tx, due);
    for (const { holdId, month } of due) await tx.emit(PayoutHoldReleased, { hold_id: holdId, month });
    return due.length;
  }

  /** Releases everything that one hold still withholds. */
  async allOf(tx: Tx, holdId: string): Promise<void> {
    await this.book(tx, await this.holds.takeAll(tx, holdId));
  }

  private async book(tx: Tx, due: readonly HeldMonth[]): Promise<void> {
    if (due.length === 0) return;
    await this.ledger.postMany(
      tx,
      due.map((month) => holdPosting(month, 'payout_hold_released', tx.now)),
    );
    for (const { holdId, orgId, month, amounts } of due)
      await tx.audit(SYSTEM_ACTOR, 'payout_hold.released', ['organization', orgId], {
        after: { hold_id: holdId, month, amounts: amounts.map((a) => `${a.amountMinor} ${a.currency}`) },
      });
  }
}

/**
 * Posted under `hold:<hold>:<month>` when withheld and `…:release` when released, one transaction over all currencies.
 */
export function holdPosting(
  { holdId, orgId, month, amounts }: HeldMonth,
  kind: 'payout_hold' | 'payout_hold_released',
  effectiveAt: Date,
): Posting {
  const sign = kind === 'payout_hold' ? 1n : -1n;
  return {
    kind,
    idempotencyKey: `hold:${holdId}:${month}${kind === 'payout_hold' ? '' : ':release'}`,
    sourceType: 'payout_hold',
    sourceId: holdId,
    effectiveAt,
    legs: amounts.flatMap(({ currency, amountMinor }) => [
      { account: { code: 'author_payable' as const, ownerId: orgId, currency }, amountMinor: sign * amountMinor },
      { account: { code: 'author_reserve' as const, ownerId: orgId, currency }, amountMinor: -sign * amountMinor },
    ]),
  };
}

import { Injectable } from '@nestjs/common';
import { Ledger, type AccountCode, type Posting } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import { classifyMovement, type ForeignKind } from './domain/classify-movement.js';
import type { Match } from './domain/match.js';
import { ItemsRepository } from './persistence/items.repository.js';
import { MovementsRepository, type OpenMovement } from './persistence/movements.repository.js';

/**
 * Books the movements that no feature will book: our own bank transfers and the provider's fees to their accounts,
 * everything unknown to suspense with an item for a person. Returns the movements that are left for the features.
 */
@Injectable()
export class BookMovements {
  constructor(
    private readonly ledger: Ledger,
    private readonly movements: MovementsRepository,
    private readonly items: ItemsRepository,
  ) {}

  async execute(tx: Tx, open: readonly OpenMovement[]) {
    const dated = await this.ledger.openDates(tx);
    const left: OpenMovement[] = [];
    const postings: { movement: OpenMovement; posting: Posting }[] = [];
    let opened = 0;
    for (const movement of open) {
      const found = classifyMovement(movement);
      if (found.as === 'expected' || movement.net === 0n) {
        left.push(movement);
        continue;
      }
      const account = found.as === 'bank' ? 'bank' : found.as === 'fee' ? 'processor_fee' : 'suspense';
      postings.push({ movement, posting: postingOf(movement, account, dated) });
      if (found.as === 'foreign' && (await this.items.openOrRefresh(tx, itemOf(movement, found.kind)))) opened += 1;
    }
    const results = await this.ledger.postMany(
      tx,
      postings.map((one) => one.posting),
    );
    const txIdOf = new Map(results.map((result) => [result.idempotencyKey, result.txId]));
    await this.movements.insertMatches(
      tx,
      postings.map(({ movement, posting }): Match => ({
        movementId: movement.id,
        ledgerTxIds: [txIdOf.get(posting.idempotencyKey)!],
      })),
    );
    return { left, booked: postings.length, opened };
  }
}

/** A posting for a closed month is dated into the next open one; the movement keeps its own date. */
function postingOf(movement: OpenMovement, account: AccountCode, dated: (at: Date) => Date): Posting {
  const { currency, net } = movement;
  return {
    kind: account === 'suspense' ? 'suspense' : account === 'bank' ? 'bank_transfer' : 'provider_fee',
    idempotencyKey: `${account}:${movement.id}`,
    sourceType: 'provider_balance_tx',
    sourceId: movement.id,
    effectiveAt: dated(movement.createdAt),
    legs: [
      { account: { code: 'stripe_balance', currency }, amountMinor: net },
      { account: { code: account, currency }, amountMinor: -net },
    ],
  };
}

function itemOf(movement: OpenMovement, kind: ForeignKind) {
  return {
    ref: `movement:${movement.id}`,
    kind,
    currency: movement.currency,
    amount: movement.net,
    suspense: movement.net,
    occurredAt: movement.createdAt,
    facts: factsOf(movement),
  };
}

/** The details a person needs to find a movement at the provider. */
export function factsOf(movement: OpenMovement): Record<string, string> {
  return {
    movement: movement.id,
    type: movement.type,
    ...(movement.sourceId === null ? {} : { object: movement.sourceId }),
    ...(movement.sourceGroup === null ? {} : { group: movement.sourceGroup }),
    ...(movement.description === null ? {} : { description: movement.description }),
    gross_minor: movement.amount.toString(),
    fee_minor: movement.fee.toString(),
  };
}

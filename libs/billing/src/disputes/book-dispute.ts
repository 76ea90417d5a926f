import { Injectable } from '@nestjs/common';
import { Ledger, reversed, type Leg, type Posting } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import type { ProviderDispute } from '@portal/stripe-gateway';
import { appealWonLegs, disputeFeeLegs, disputeLostLegs, disputeOpenedLegs } from '../adjustments/adjustment-legs.js';
import { AdjustmentsRepository, type PaidRow } from '../adjustments/adjustments.repository.js';
import { reinstated, type LineReversal } from '../adjustments/domain/reversal.js';
import { Policies } from '../policies/policies.js';
import { throughConversion } from '../settlements/conversion.js';
import { RecordSettlement } from '../settlements/record-settlement.js';
import { feeBearers } from './domain/dispute-fee.js';
import type { DisputeStep } from './domain/dispute-phase.js';

/** Input of the steps of one observation. */
export interface DisputeCase {
  readonly id: string;
  readonly observed: ProviderDispute;
  readonly paid: PaidRow;
  readonly withdrawnMinor: bigint;
  /** Amounts taken from the lines when it is opened. */
  readonly reversals: readonly LineReversal[];
}

/** Books the steps of a dispute and its fees by line. */
@Injectable()
export class BookDispute {
  constructor(
    private readonly adjustments: AdjustmentsRepository,
    private readonly ledger: Ledger,
    private readonly policies: Policies,
    private readonly settlement: RecordSettlement,
  ) {}

  async execute(tx: Tx, dispute: DisputeCase, step: DisputeStep): Promise<void> {
    const { observed, withdrawnMinor, reversals: opening } = dispute;
    const { currency } = observed;
    if (step !== 'lost') await this.settle(tx, dispute, step === 'opened' ? -1n : 1n);
    switch (step) {
      case 'opened': {
        await this.ledger.post(tx, posting(tx, dispute, step, disputeOpenedLegs(opening, withdrawnMinor, currency)));
        await this.take(tx, dispute, step, opening);
        return;
      }
      case 'lost': {
        const reversals = await this.heldReversals(tx, dispute);
        await this.ledger.post(tx, posting(tx, dispute, step, disputeLostLegs(reversals, withdrawnMinor, currency)));
        return;
      }
      case 'won': {
        const reversals = await this.heldReversals(tx, dispute);
        const opened = posting(tx, dispute, 'opened', disputeOpenedLegs(reversals, withdrawnMinor, currency));
        await this.reverse(tx, dispute, step, opened, reversed(opened.legs));
        await this.take(tx, dispute, step, reinstated(reversals));
        return;
      }
      case 'appeal_won': {
        const reversals = await this.heldReversals(tx, dispute);
        const lost = posting(tx, dispute, 'lost', disputeLostLegs(reversals, withdrawnMinor, currency));
        await this.reverse(tx, dispute, step, lost, appealWonLegs(reversals, withdrawnMinor, currency));
        await this.take(tx, dispute, step, reinstated(reversals));
      }
    }
  }

  /** Books each of the provider's fee entries once, by the policy as of the opening of the dispute. */
  async fees(tx: Tx, dispute: DisputeCase): Promise<void> {
    const { observed, id } = dispute;
    const held = await this.heldReversals(tx, dispute);
    const bearer = await this.policies.at(tx, 'dispute_fee_bearer', observed.createdAt);
    for (const { balanceTransactionId, feeMinor, converted } of observed.entries) {
      if (feeMinor === 0n) continue;
      await this.ledger.post(tx, {
        kind: 'dispute_fee',
        idempotencyKey: `fee:${balanceTransactionId}`,
        sourceType: 'dispute',
        sourceId: id,
        effectiveAt: tx.now,
        legs: disputeFeeLegs(feeMinor, converted?.currency ?? observed.currency, feeBearers(bearer, feeMinor, held)),
      });
    }
  }

  /** The part of the disputed amount (minor units) that the lines can still cover. */
  reversals(tx: Tx, paid: PaidRow, withdrawnMinor: bigint): Promise<LineReversal[]> {
    return this.adjustments.reversals(tx, paid.id, withdrawnMinor);
  }

  /** What the provider withdrew (-1) or returned (1). */
  private async settle(tx: Tx, { paid, observed }: DisputeCase, sign: bigint): Promise<void> {
    const of = { paymentId: paid.id, cause: 'dispute', currency: observed.currency } as const;
    for (const entry of observed.entries)
      if (entry.amountMinor * sign > 0n) await this.settlement.execute(tx, of, entry);
  }

  private heldReversals(tx: Tx, { observed }: DisputeCase): Promise<LineReversal[]> {
    return this.adjustments.takenBy(tx, keyOf(observed.disputeId, 'opened'));
  }

  /** Posting the same content again returns the existing transaction, which the new one then reverses. */
  private async reverse(tx: Tx, dispute: DisputeCase, step: DisputeStep, booked: Posting, legs: readonly Leg[]) {
    const { txId } = await this.ledger.post(tx, booked);
    await this.ledger.post(tx, { ...posting(tx, dispute, step, legs), reversesTxId: txId });
  }

  private async take(tx: Tx, { id, observed }: DisputeCase, step: DisputeStep, reversals: readonly LineReversal[]) {
    await this.adjustments.take(tx, {
      postingKey: keyOf(observed.disputeId, step),
      currency: observed.currency,
      source: 'dispute',
      sourceId: id,
      reversals,
    });
  }
}

function keyOf(disputeId: string, step: DisputeStep): string {
  return `dispute:${disputeId}:${step}`;
}

function posting(tx: Tx, { id, observed }: DisputeCase, step: DisputeStep, legs: readonly Leg[]): Posting {
  const converted = observed.entries.find((entry) => entry.amountMinor !== 0n)?.converted;
  return {
    kind: `dispute_${step}`,
    idempotencyKey: keyOf(observed.disputeId, step),
    sourceType: 'dispute',
    sourceId: id,
    effectiveAt: tx.now,
    legs: throughConversion(legs, converted),
  };
}

import { Injectable } from '@nestjs/common';
import { Ledger, reversed, type Posting } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { Conversion, ProviderRefund } from '@portal/stripe-gateway';
import { refundLegs } from '../adjustments/adjustment-legs.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { reinstated, smaller, totalOf, type LineReversal } from '../adjustments/domain/reversal.js';
import { RefundsRepository, type RefundRow } from './refunds.repository.js';
import { throughConversion } from '../settlements/conversion.js';
import { RecordSettlement } from '../settlements/record-settlement.js';
import { WriteCreditNote } from './write-credit-note.js';

/** Books a refund on the lines of its invoice and in the ledger, and issues its credit note. */
@Injectable()
export class BookRefund {
  constructor(
    private readonly adjustments: AdjustmentsRepository,
    private readonly refunds: RefundsRepository,
    private readonly ledger: Ledger,
    private readonly creditNote: WriteCreditNote,
    private readonly settlement: RecordSettlement,
  ) {}

  /** Returns the amount that the lines covered. */
  async execute(tx: Tx, observed: ProviderRefund, row: RefundRow): Promise<bigint> {
    // An overpayment is in suspense and does not concern any line.
    const amountMinor = row.scope === 'surplus' ? 0n : BigInt(row.amount);
    const asked = await this.refunds.askedLines(tx, row.id);
    const reversals = await this.adjustments.reversals(tx, row.payment_id, amountMinor, asked);
    const taken = reversals.reduce((sum, reversal) => sum + totalOf(reversal), 0n);
    const covered = smaller(taken, amountMinor);
    const posting = postingOf(tx, observed, row, reversals);
    await this.settle(tx, row, observed.balanceTransactionId, -BigInt(row.amount), observed.converted);
    await this.ledger.post(tx, posting);
    await this.adjustments.take(tx, {
      postingKey: posting.idempotencyKey,
      currency: row.currency,
      source: 'refund',
      sourceId: row.id,
      reversals,
    });
    if (covered > 0n) await this.issueCreditNote(tx, row, reversals);
    return covered;
  }

  private async issueCreditNote(tx: Tx, row: RefundRow, reversals: readonly LineReversal[]): Promise<void> {
    const { number } = await this.creditNote.execute(
      tx,
      {
        kind: 'refund',
        invoiceId: row.invoice_id,
        refundId: row.id,
        currency: row.currency,
        reason: row.reason,
        note: row.note,
        issuedBy: row.requested_by,
        issuedByName: row.requested_by_name,
        approvalId: null,
      },
      reversals,
    );
    await tx.audit(SYSTEM_ACTOR, 'credit_note.issued', ['refund', row.id], {
      before: { state: row.state },
      after: { number },
    });
  }

  /** A returned refund: a new transaction reverses the first one, line by line. */
  async reverse(tx: Tx, observed: ProviderRefund, row: RefundRow): Promise<void> {
    const key = `refund:${observed.refundId}`;
    const reversals = await this.adjustments.takenBy(tx, key);
    const first = postingOf(tx, observed, row, reversals);
    const { txId } = await this.ledger.post(tx, first);
    await this.settle(tx, row, observed.failureTransactionId, BigInt(row.amount), observed.failureConverted);
    await this.ledger.post(tx, {
      ...first,
      kind: 'refund_failed',
      idempotencyKey: `${key}:failed`,
      reversesTxId: txId,
      legs: reversed(first.legs),
    });
    await this.adjustments.take(tx, {
      postingKey: `${key}:failed`,
      currency: row.currency,
      source: 'refund',
      sourceId: row.id,
      reversals: reinstated(reversals),
    });
    await this.creditNote.counter(tx, row.id);
  }

  private async settle(tx: Tx, row: RefundRow, id: string | null, amountMinor: bigint, converted?: Conversion) {
    const of = { paymentId: row.payment_id, cause: 'refund', currency: row.currency } as const;
    if (id) await this.settlement.execute(tx, of, { balanceTransactionId: id, amountMinor, feeMinor: 0n, converted });
  }
}

function postingOf(tx: Tx, observed: ProviderRefund, row: RefundRow, reversals: readonly LineReversal[]): Posting {
  return {
    kind: 'refund',
    idempotencyKey: `refund:${observed.refundId}`,
    sourceType: 'refund',
    sourceId: row.id,
    effectiveAt: tx.now,
    legs: throughConversion(refundLegs(reversals, BigInt(row.amount), row.currency), observed.converted),
  };
}

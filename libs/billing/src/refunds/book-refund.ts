import { Injectable } from '@nestjs/common';
import { Ledger, reversed, type Posting } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { Conversion, ProviderRefund } from '@portal/stripe-gateway';
import { refundLegs } from '../adjustments/adjustment-legs.js';
import { AdjustmentsRepository } from '../adjustments/adjustments.repository.js';
import { reinstated, smaller, totalOf, type LineReversal } from '../adjustments/domain/reversal.js';
import { feeLegs } from '../collection/payment-legs.js';
import { RefundsRepository, type RefundRow } from './refunds.repository.js';
import { throughConversion } from '../settlements/conversion.js';
import { RecordSettlement } from '../settlements/record-settlement.js';
import { WriteCreditNote } from './write-credit-note.js';

interface Movement {
  balanceTransactionId: string | null;
  feeMinor: bigint | undefined;
  converted: Conversion | undefined;
}

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
    await this.settle(tx, row, -BigInt(row.amount), {
      balanceTransactionId: observed.balanceTransactionId,
      feeMinor: observed.feeMinor,
      converted: observed.converted,
    });
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
    await this.settle(tx, row, BigInt(row.amount), {
      balanceTransactionId: observed.failureTransactionId,
      feeMinor: observed.failureFeeMinor,
      converted: observed.failureConverted,
    });
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

  /** The fee is the platform's, as that of a charge. */
  private async settle(
    tx: Tx,
    row: RefundRow,
    amountMinor: bigint,
    { balanceTransactionId: id, feeMinor = 0n, converted }: Movement,
  ): Promise<void> {
    if (!id) return;
    const of = { paymentId: row.payment_id, cause: 'refund', currency: row.currency } as const;
    await this.settlement.execute(tx, of, { balanceTransactionId: id, amountMinor, feeMinor, converted });
    if (feeMinor === 0n) return;
    await this.ledger.post(tx, {
      kind: 'processor_fee',
      idempotencyKey: `fee:${id}`,
      sourceType: 'invoice',
      sourceId: row.invoice_id,
      effectiveAt: tx.now,
      legs: feeLegs(feeMinor, converted?.currency ?? row.currency),
    });
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

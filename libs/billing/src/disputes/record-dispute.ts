import { Injectable } from '@nestjs/common';
import { Ids, invariant } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import type { ProviderDispute } from '@portal/stripe-gateway';
import { BookDispute, type DisputeCase } from './book-dispute.js';
import {
  isClosedStatus,
  stepsTo,
  type DisputeFacts,
  type DisputePhase,
  type DisputeStep,
} from './domain/dispute-phase.js';
import { totalOf } from '../adjustments/domain/reversal.js';
import { DisputeDecided, DisputeOpened } from '../events.js';
import type { PaidRow } from '../adjustments/adjustments.repository.js';
import { DisputesRepository, type DisputeChange, type DisputeRow } from './disputes.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';

/** Records the state of a dispute: row, lines, ledger, events and mails in one transaction. */
@Injectable()
export class RecordDispute {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly disputes: DisputesRepository,
    private readonly book: BookDispute,
    private readonly ids: Ids,
  ) {}

  /**
   * `observed` was fetched after `version` was read (0: not known yet). False when the dispute has changed since and
   * must be fetched again.
   */
  async observed(paid: PaidRow, observed: ProviderDispute, version: number) {
    invariant(
      observed.currency === paid.currency,
      `dispute ${observed.disputeId} is in another currency than its payment`,
    );
    return this.transactor.run(async (tx) => {
      await this.payments.lockInvoice(tx, paid.invoice_id);
      const row = await this.disputes.lock(tx, observed.disputeId);
      if ((row?.version ?? 0) !== version) return false;
      const facts = factsOf(observed);
      const steps = stepsTo(row?.phase ?? 'none', facts);
      const change = changeTo(row, observed, steps, facts, tx.now);
      if (row && steps.length === 0 && isSame(row, change)) return true;
      const id = row?.id ?? this.ids.next();
      // Once booked, the withdrawn amount stays; later entries belong to other stages.
      const withdrawnMinor = row?.withdrawn ? BigInt(row.withdrawn) : facts.withdrawnMinor;
      const reversals = steps.includes('opened') ? await this.book.reversals(tx, paid, withdrawnMinor) : undefined;
      const covered = reversals?.reduce((sum, reversal) => sum + totalOf(reversal), 0n) ?? change.covered;
      const opened = { id, providerDisputeId: observed.disputeId, invoiceId: paid.invoice_id, paymentId: paid.id };
      if (row) await this.disputes.update(tx, row, { ...change, covered });
      else {
        await this.disputes.insert(
          tx,
          { ...opened, currency: observed.currency, openedAt: observed.createdAt },
          { ...change, covered },
        );
      }
      // After the row, because a posting's source must exist.
      const dispute: DisputeCase = { id, observed, paid, withdrawnMinor, reversals: reversals ?? [] };
      for (const step of steps) await this.book.execute(tx, dispute, step);
      if (change.fee !== BigInt(row?.fee ?? 0)) await this.book.fees(tx, dispute);
      await this.record(tx, dispute, steps, row, change);
      return true;
    });
  }

  private async record(
    tx: Tx,
    { id, paid, observed }: DisputeCase,
    steps: readonly DisputeStep[],
    row: DisputeRow | undefined,
    change: DisputeChange,
  ): Promise<void> {
    for (const step of steps) {
      const ids = { dispute_id: id, invoice_id: paid.invoice_id };
      if (step === 'opened') await tx.emit(DisputeOpened, ids);
      else await tx.emit(DisputeDecided, { ...ids, outcome: step });
    }
    const action = steps.length === 0 ? 'dispute.seen' : `dispute.${steps.at(-1)}`;
    await tx.audit(SYSTEM_ACTOR, action, ['dispute', id], {
      before: row ? { status: row.status, phase: row.phase } : null,
      after: { status: change.status, phase: change.phase, provider_dispute_id: observed.disputeId },
    });
  }
}

function factsOf({ status, entries }: ProviderDispute): DisputeFacts {
  const sum = (sign: bigint): bigint =>
    entries.reduce((total, { amountMinor: of }) => (of * sign > 0n ? total + of * sign : total), 0n);
  return { status, withdrawnMinor: sum(-1n), reinstatedMinor: sum(1n) };
}

function changeTo(
  row: DisputeRow | undefined,
  observed: ProviderDispute,
  steps: readonly DisputeStep[],
  facts: DisputeFacts,
  now: Date,
): DisputeChange {
  const phase: DisputePhase = steps.at(-1) ?? row?.phase ?? 'none';
  const isBooked = row?.withdrawn !== null && row?.withdrawn !== undefined;
  return {
    amount: observed.amountMinor,
    reason: observed.reason,
    status: observed.status,
    phase,
    withdrawn: isBooked ? BigInt(row.withdrawn!) : phase === 'none' ? null : facts.withdrawnMinor,
    covered: isBooked ? BigInt(row.covered!) : null,
    fee: observed.entries.reduce((sum, entry) => sum + entry.feeMinor, 0n),
    evidenceDueAt: observed.evidenceDueAt,
    evidenceSubmitted: observed.evidenceSubmitted,
    closedAt: isClosedStatus(observed.status) ? (row?.closed_at ?? now) : null,
  };
}

function isSame(row: DisputeRow, change: DisputeChange): boolean {
  return (
    row.status === change.status &&
    row.reason === change.reason &&
    BigInt(row.amount) === change.amount &&
    BigInt(row.fee) === change.fee &&
    row.evidence_submitted === change.evidenceSubmitted &&
    row.evidence_due_at?.getTime() === change.evidenceDueAt?.getTime()
  );
}

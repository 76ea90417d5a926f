import { Injectable } from '@nestjs/common';
import { Ids, invariant } from '@portal/kernel';
import { Ledger, reversed, type Leg, type Posting } from '@portal/ledger';
import { Audit, Outbox, SYSTEM_ACTOR, Transactor, type Tx } from '@portal/platform';
import type { ProviderDispute } from '@portal/stripe-gateway';
import { appealWonLegs, disputeFeeLegs, disputeLostLegs, disputeOpenedLegs } from '../refunds/adjustment-legs.js';
import { DisputeMails, type DisputeContacts } from './dispute-mails.js';
import { feeBearers } from './domain/dispute-fee.js';
import {
  isClosedStatus,
  stepsTo,
  type DisputeFacts,
  type DisputePhase,
  type DisputeStep,
} from './domain/dispute-phase.js';
import { givenBack, leftOf, takeFrom, totalOf, type Taking } from '../refunds/domain/take-back.js';
import { DisputeDecided, DisputeOpened } from '../events.js';
import { AdjustmentsRepository, type PaidRow } from '../refunds/adjustments.repository.js';
import { DisputesRepository, type DisputeChange, type DisputeRow } from './disputes.repository.js';
import { PaymentsRepository } from '../collection/payments.repository.js';
import { Policies } from '../policies/policies.js';

/** What the steps of one observation work on. */
interface Case {
  readonly id: string;
  readonly seen: ProviderDispute;
  readonly paid: PaidRow;
  readonly withdrawnMinor: bigint;
  readonly contacts: DisputeContacts;
}

/** Writes down how a dispute stands: row, lines, ledger, events and mails in one transaction. */
@Injectable()
export class RecordDispute {
  constructor(
    private readonly transactor: Transactor,
    private readonly payments: PaymentsRepository,
    private readonly adjustments: AdjustmentsRepository,
    private readonly disputes: DisputesRepository,
    private readonly ledger: Ledger,
    private readonly policies: Policies,
    private readonly mails: DisputeMails,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly ids: Ids,
  ) {}

  /**
   * `seen` as it was fetched after `version` was read (0: not known yet). False when the dispute was written since: to be
   * fetched again.
   */
  async observed(paid: PaidRow, seen: ProviderDispute, version: number, contacts: DisputeContacts): Promise<boolean> {
    invariant(seen.currency === paid.currency, `dispute ${seen.disputeId} is in another currency than its payment`);
    return this.transactor.run(async (tx) => {
      await this.payments.lockInvoice(tx, paid.invoice_id);
      const row = await this.disputes.lock(tx, seen.disputeId);
      if ((row?.version ?? 0) !== version) return false;
      const facts = factsOf(seen);
      const steps = stepsTo(row?.phase ?? 'none', facts);
      const change = changeTo(row, seen, steps, facts);
      if (row && steps.length === 0 && isSame(row, change)) return true;
      const id = row?.id ?? this.ids.next();
      // Once booked, what was taken stays: later entries are of other stages.
      const withdrawnMinor = row?.withdrawn ? BigInt(row.withdrawn) : facts.withdrawnMinor;
      const dispute: Case = { id, seen, paid, withdrawnMinor, contacts };
      let coveredMinor = change.coveredMinor;
      for (const step of steps) {
        const takings = await this.book(tx, dispute, step);
        if (step === 'opened') coveredMinor = takings.reduce((sum, taking) => sum + totalOf(taking), 0n);
      }
      if (change.feeMinor !== BigInt(row?.fee ?? 0)) await this.bookFees(tx, dispute);
      const opened = { id, providerDisputeId: seen.disputeId, invoiceId: paid.invoice_id, paymentId: paid.id };
      if (row) await this.disputes.update(tx, row, { ...change, coveredMinor });
      else {
        await this.disputes.insert(
          tx,
          { ...opened, currency: seen.currency, openedAt: seen.createdAt },
          { ...change, coveredMinor },
        );
      }
      await this.tell(tx, dispute, steps, row, change);
      return true;
    });
  }

  private async book(tx: Tx, dispute: Case, step: DisputeStep): Promise<Taking[]> {
    const { seen, withdrawnMinor, contacts } = dispute;
    const { currency } = seen;
    switch (step) {
      case 'opened': {
        const takings = await this.takings(tx, dispute);
        await this.ledger.post(tx, posting(tx, dispute, step, disputeOpenedLegs(takings, withdrawnMinor, currency)));
        await this.take(tx, dispute, step, takings);
        for (const share of sharesOf(takings, currency)) await this.mails.opened(tx, share, contacts);
        return takings;
      }
      case 'lost': {
        const takings = await this.heldBy(tx, dispute);
        await this.ledger.post(tx, posting(tx, dispute, step, disputeLostLegs(takings, withdrawnMinor, currency)));
        for (const share of sharesOf(takings, currency)) await this.mails.lost(tx, share, contacts);
        return takings;
      }
      case 'won': {
        const takings = await this.heldBy(tx, dispute);
        const opened = posting(tx, dispute, 'opened', disputeOpenedLegs(takings, withdrawnMinor, currency));
        await this.reverse(tx, dispute, step, opened, reversed(opened.legs));
        await this.take(tx, dispute, step, givenBack(takings));
        return takings;
      }
      case 'appeal_won': {
        const takings = await this.heldBy(tx, dispute);
        const lost = posting(tx, dispute, 'lost', disputeLostLegs(takings, withdrawnMinor, currency));
        await this.reverse(tx, dispute, step, lost, appealWonLegs(takings, withdrawnMinor, currency));
        await this.take(tx, dispute, step, givenBack(takings));
        return takings;
      }
    }
  }

  /** What of the disputed amount the lines can still give; of money paid twice, none. */
  private async takings(tx: Tx, { paid, withdrawnMinor }: Case): Promise<Taking[]> {
    const now = await this.adjustments.paidById(tx, paid.id);
    if (now?.state !== 'succeeded') return [];
    await this.adjustments.lockChain(tx, now.invoice_id);
    const lines = await this.adjustments.lines(tx, now.invoice_id);
    const held = lines.reduce((sum, line) => sum + leftOf(line), 0n);
    const left = [withdrawnMinor, BigInt(now.amount) - BigInt(now.gone), held];
    return takeFrom(
      lines,
      left.reduce((a, b) => (a < b ? a : b)),
    );
  }

  private heldBy(tx: Tx, { seen }: Case): Promise<Taking[]> {
    return this.adjustments.takenBy(tx, keyOf(seen.disputeId, 'opened'));
  }

  /** The same content again answers with the transaction that it was booked as, which the new one takes back. */
  private async reverse(
    tx: Tx,
    dispute: Case,
    step: DisputeStep,
    booked: Posting,
    legs: readonly Leg[],
  ): Promise<void> {
    const { txId } = await this.ledger.post(tx, booked);
    await this.ledger.post(tx, { ...posting(tx, dispute, step, legs), reversesTxId: txId });
  }

  private async take(tx: Tx, { id, seen }: Case, step: DisputeStep, takings: readonly Taking[]): Promise<void> {
    await this.adjustments.take(tx, {
      postingKey: keyOf(seen.disputeId, step),
      currency: seen.currency,
      source: 'dispute',
      sourceId: id,
      takings,
    });
  }

  /** Each of the provider's entries once; the rule that held when the dispute was opened holds for all of them. */
  private async bookFees(tx: Tx, dispute: Case): Promise<void> {
    const { seen, id } = dispute;
    const held = await this.heldBy(tx, dispute);
    const bearer = await this.policies.at(tx, 'dispute_fee_bearer', seen.createdAt);
    for (const { balanceTransactionId, feeMinor } of seen.entries) {
      if (feeMinor === 0n) continue;
      await this.ledger.post(tx, {
        kind: 'dispute_fee',
        idempotencyKey: `fee:${balanceTransactionId}`,
        sourceType: 'dispute',
        sourceId: id,
        effectiveAt: tx.now,
        legs: disputeFeeLegs(feeMinor, seen.currency, feeBearers(bearer, feeMinor, held)),
      });
    }
  }

  private async tell(
    tx: Tx,
    { id, paid, seen }: Case,
    steps: readonly DisputeStep[],
    row: DisputeRow | undefined,
    change: DisputeChange,
  ): Promise<void> {
    for (const step of steps) {
      const told = { dispute_id: id, invoice_id: paid.invoice_id };
      if (step === 'opened') await this.outbox.emit(tx, DisputeOpened, told);
      else await this.outbox.emit(tx, DisputeDecided, { ...told, outcome: step });
    }
    await this.audit.record(tx, {
      actor: SYSTEM_ACTOR,
      action: steps.length === 0 ? 'dispute.seen' : `dispute.${steps.at(-1)}`,
      subjectType: 'dispute',
      subjectId: id,
      before: row ? { status: row.status, phase: row.phase } : null,
      after: { status: change.status, phase: change.phase, provider_dispute_id: seen.disputeId },
    });
  }
}

function factsOf(seen: ProviderDispute): DisputeFacts {
  const sum = (sign: 1 | -1): bigint =>
    seen.entries.reduce((total, { amountMinor }) => {
      const signed = BigInt(sign) * amountMinor;
      return signed > 0n ? total + signed : total;
    }, 0n);
  return { status: seen.status, withdrawnMinor: sum(-1), reinstatedMinor: sum(1) };
}

function changeTo(
  row: DisputeRow | undefined,
  seen: ProviderDispute,
  steps: readonly DisputeStep[],
  facts: DisputeFacts,
): DisputeChange {
  const phase: DisputePhase = steps.at(-1) ?? row?.phase ?? 'none';
  const isBooked = row?.withdrawn !== null && row?.withdrawn !== undefined;
  return {
    amountMinor: seen.amountMinor,
    reason: seen.reason,
    status: seen.status,
    phase,
    withdrawnMinor: isBooked ? BigInt(row.withdrawn!) : phase === 'none' ? null : facts.withdrawnMinor,
    coveredMinor: isBooked ? BigInt(row.covered!) : null,
    feeMinor: seen.entries.reduce((sum, entry) => sum + entry.feeMinor, 0n),
    evidenceDueAt: seen.evidenceDueAt,
    evidenceSubmitted: seen.evidenceSubmitted,
    closed: isClosedStatus(seen.status),
  };
}

function isSame(row: DisputeRow, change: DisputeChange): boolean {
  return (
    row.status === change.status &&
    row.reason === change.reason &&
    BigInt(row.amount) === change.amountMinor &&
    BigInt(row.fee) === change.feeMinor &&
    row.evidence_submitted === change.evidenceSubmitted &&
    row.evidence_due_at?.getTime() === change.evidenceDueAt?.getTime()
  );
}

function sharesOf(
  takings: readonly Taking[],
  currency: string,
): { orgId: string; amountMinor: bigint; currency: string }[] {
  const parts = new Map<string, bigint>();
  for (const { orgId, authorMinor } of takings) {
    if (orgId !== null && authorMinor > 0n) parts.set(orgId, (parts.get(orgId) ?? 0n) + authorMinor);
  }
  return [...parts].map(([orgId, amountMinor]) => ({ orgId, amountMinor, currency }));
}

function keyOf(disputeId: string, step: DisputeStep): string {
  return `dispute:${disputeId}:${step}`;
}

function posting(tx: Tx, { id, seen }: Case, step: DisputeStep, legs: readonly Leg[]): Posting {
  return {
    kind: `dispute_${step}`,
    idempotencyKey: keyOf(seen.disputeId, step),
    sourceType: 'dispute',
    sourceId: id,
    effectiveAt: tx.now,
    legs,
  };
}

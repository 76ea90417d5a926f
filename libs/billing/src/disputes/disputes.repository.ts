import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { DisputeStepEntity } from './dispute.entity.js';
import type { DisputePhase, DisputeStatus } from './domain/dispute-phase.js';

export interface DisputeRow {
  id: string;
  provider_dispute_id: string;
  invoice_id: string;
  payment_id: string;
  amount: string;
  currency: string;
  reason: string;
  status: DisputeStatus;
  phase: DisputePhase;
  withdrawn: string | null;
  covered: string | null;
  fee: string;
  evidence_due_at: Date | null;
  evidence_submitted: boolean;
  version: number;
}

/** A dispute as last observed. */
export interface DisputeChange {
  amountMinor: bigint;
  reason: string;
  status: DisputeStatus;
  phase: DisputePhase;
  withdrawnMinor: bigint | null;
  coveredMinor: bigint | null;
  feeMinor: bigint;
  evidenceDueAt: Date | null;
  evidenceSubmitted: boolean;
  closed: boolean;
}

const DISPUTE = `id, provider_dispute_id, invoice_id, payment_id, amount, currency, reason, status, phase, withdrawn, covered, fee, evidence_due_at,
  evidence_submitted, version`;

/** Lock order: invoice, dispute. */
@Injectable()
export class DisputesRepository {
  /** 0 when it is not known yet. */
  async versionOf(tx: Pick<Tx, 'query'>, providerDisputeId: string): Promise<number> {
    const [row] = await tx.query<{ version: number }>(
      'select version from billing.disputes where provider_dispute_id = $1',
      [providerDisputeId],
    );
    return row?.version ?? 0;
  }

  async lock(tx: Tx, providerDisputeId: string): Promise<DisputeRow | undefined> {
    const [row] = await tx.query<DisputeRow>(
      `select ${DISPUTE} from billing.disputes where provider_dispute_id = $1 for update`,
      [providerDisputeId],
    );
    return row;
  }

  async find(tx: Pick<Tx, 'query'>, disputeId: string): Promise<DisputeRow | undefined> {
    const [row] = await tx.query<DisputeRow>(`select ${DISPUTE} from billing.disputes where id = $1`, [disputeId]);
    return row;
  }

  async insert(
    tx: Tx,
    d: {
      id: string;
      providerDisputeId: string;
      invoiceId: string;
      paymentId: string;
      currency: string;
      openedAt: Date;
    },
    change: DisputeChange,
  ): Promise<void> {
    await tx.query(
      `insert into billing.disputes (id, provider_dispute_id, invoice_id, payment_id, currency, opened_at, amount, reason, status, phase, withdrawn,
         covered, fee, evidence_due_at, evidence_submitted, closed_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, case when $16::boolean then $17::timestamptz end, $17, $17)`,
      [d.id, d.providerDisputeId, d.invoiceId, d.paymentId, d.currency, d.openedAt, ...values(change), tx.now],
    );
    await this.noteStep(tx, d.id, 1, change);
  }

  async update(tx: Tx, row: DisputeRow, change: DisputeChange): Promise<void> {
    await tx.query(
      `update billing.disputes set amount = $2, reason = $3, status = $4, phase = $5, withdrawn = $6, covered = $7, fee = $8, evidence_due_at = $9,
         evidence_submitted = $10, closed_at = case when $11::boolean then coalesce(closed_at, $12::timestamptz) end, updated_at = $12,
         version = version + 1 where id = $1`,
      [row.id, ...values(change), tx.now],
    );
    await this.noteStep(tx, row.id, row.version + 1, change);
  }

  private async noteStep(tx: Tx, disputeId: string, version: number, change: DisputeChange): Promise<void> {
    const { status, phase } = change;
    await tx.manager.insert(DisputeStepEntity, { disputeId, version, status, phase, seenAt: tx.now });
  }
}

function values(change: DisputeChange): unknown[] {
  return [
    change.amountMinor.toString(),
    change.reason,
    change.status,
    change.phase,
    change.withdrawnMinor?.toString() ?? null,
    change.coveredMinor?.toString() ?? null,
    change.feeMinor.toString(),
    change.evidenceDueAt,
    change.evidenceSubmitted,
    change.closed,
  ];
}

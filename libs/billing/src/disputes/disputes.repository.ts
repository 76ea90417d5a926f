import { Injectable } from '@nestjs/common';
import type { ColumnsOf, Tx } from '@portal/platform/database';
import { DisputeEntity, DisputeStepEntity } from './dispute.entity.js';

export type DisputeRow = ColumnsOf<DisputeEntity>;

/** A dispute as last observed. */
export type DisputeChange = Pick<
  DisputeEntity,
  | 'amount'
  | 'reason'
  | 'status'
  | 'phase'
  | 'withdrawn'
  | 'covered'
  | 'fee'
  | 'evidenceDueAt'
  | 'evidenceSubmitted'
  | 'closedAt'
>;

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
      `select * from billing.disputes where provider_dispute_id = $1 for update`,
      [providerDisputeId],
    );
    return row;
  }

  async find(tx: Pick<Tx, 'query'>, disputeId: string, lock: '' | 'for update' = ''): Promise<DisputeRow | undefined> {
    const [row] = await tx.query<DisputeRow>(`select * from billing.disputes where id = $1 ${lock}`, [disputeId]);
    return row;
  }

  async insert(
    tx: Tx,
    dispute: Pick<DisputeEntity, 'id' | 'providerDisputeId' | 'invoiceId' | 'paymentId' | 'currency' | 'openedAt'>,
    change: DisputeChange,
  ): Promise<void> {
    await tx.manager.insert(DisputeEntity, { ...dispute, ...change, createdAt: tx.now, updatedAt: tx.now });
    await this.noteStep(tx, dispute.id, 1, change);
  }

  async update(tx: Tx, row: DisputeRow, change: DisputeChange): Promise<void> {
    const version = row.version + 1;
    await tx.manager.update(DisputeEntity, { id: row.id }, { ...change, version, updatedAt: tx.now });
    await this.noteStep(tx, row.id, version, change);
  }

  async accept(tx: Tx, { id, version }: DisputeRow, approvalId: string | null): Promise<void> {
    const accepted = { acceptedAt: tx.now, approvalId, version: version + 1, updatedAt: tx.now };
    await tx.manager.update(DisputeEntity, { id }, accepted);
  }

  private async noteStep(tx: Tx, disputeId: string, version: number, change: DisputeChange): Promise<void> {
    const { status, phase } = change;
    await tx.manager.insert(DisputeStepEntity, { disputeId, version, status, phase, seenAt: tx.now });
  }
}

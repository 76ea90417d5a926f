import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { RecoveryWay } from './domain/recovery.js';
import { RecoveryEntity } from './hold.entity.js';

export interface RecoveryRow {
  id: string;
  orgId: string;
  currency: string;
  /** Minor units, positive: the part of the debt that is settled. */
  amountMinor: bigint;
  how: RecoveryWay;
  state: 'proposed' | 'approved' | 'rejected';
}

/** Settlements of negative balances: proposed by one person, decided once by another. */
@Injectable()
export class RecoveriesRepository {
  async propose(
    tx: Tx,
    r: {
      id: string;
      orgId: string;
      currency: string;
      amountMinor: bigint;
      how: RecoveryWay;
      reason: string;
      evidence: string | null;
      userId: string;
      userName: string;
    },
  ): Promise<void> {
    const { amountMinor: amount, userId: proposedBy, userName: proposedByName, ...rest } = r;
    await tx.manager.insert(RecoveryEntity, { ...rest, amount, proposedBy, proposedByName, proposedAt: tx.now });
  }

  async lock(tx: Tx, id: string): Promise<RecoveryRow | undefined> {
    const [row] = await tx.query<Omit<RecoveryRow, 'amountMinor'> & { amount: string }>(
      `select id, org_id as "orgId", currency, amount, how, state from payouts.recoveries where id = $1 for update`,
      [id],
    );
    if (!row) return undefined;
    const { amount, ...rest } = row;
    return { ...rest, amountMinor: BigInt(amount) };
  }

  async decide(
    tx: Tx,
    d: {
      id: string;
      state: 'approved' | 'rejected';
      userId: string;
      userName: string;
      note: string | null;
      /** Minor units, set when approved: the remaining debt. */
      leftOwingMinor: bigint | null;
    },
  ): Promise<void> {
    await tx.query(
      `update payouts.recoveries set state = $2, decided_by = $3, decided_by_name = $4, decision_note = $5, decided_at = $6, left_owing = $7
       where id = $1 and state = 'proposed'`,
      [d.id, d.state, d.userId, d.userName, d.note, tx.now, d.leftOwingMinor?.toString() ?? null],
    );
  }
}

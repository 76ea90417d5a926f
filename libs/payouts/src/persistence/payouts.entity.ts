import { bigintColumn } from '@portal/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PayoutReason } from '../domain/plan-payout.js';
import type { PayoutState, RunState } from '../domain/run-state.js';

@Entity({ schema: 'payouts', name: 'payout_runs' })
export class PayoutRunEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) month: string;
  @Column({ type: 'text' }) state: RunState;
  @Column({ type: 'boolean' }) paused: boolean;
  @Column({ type: 'text', nullable: true }) pauseReason: string | null;
  @Column({ type: 'bigint' }) cutoffTx: string;
  @Column({ type: 'text' }) inputHash: string;
  @Column({ type: 'uuid' }) preparedBy: string;
  @Column({ type: 'text' }) preparedByName: string;
  @Column({ type: 'timestamptz' }) preparedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) approvedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) executedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) settledAt: Date | null;
}

@Entity({ schema: 'payouts', name: 'payouts' })
export class PayoutEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) runId: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) balance: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) carry: bigint;
  @Column({ type: 'text' }) state: PayoutState;
  @Column({ type: 'text' }) reason: PayoutReason;
  @Column({ type: 'uuid', nullable: true }) payoutAccountId: string | null;
  @Column({ type: 'text', nullable: true }) providerAccountId: string | null;
  @Column({ type: 'text' }) transferGroup: string;
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'timestamptz', nullable: true }) settledAt: Date | null;
}

@Entity({ schema: 'payouts', name: 'payout_accounts' })
export class PayoutAccountEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) country: string;
  @Column({ type: 'text', nullable: true }) providerAccountId: string | null;
  @Column({ type: 'text' }) state: PayoutAccountState;
  @Column({ type: 'jsonb' }) requirements: {
    code: string;
    awaiting: string;
    status: string;
    deadline_at: string | null;
  }[];
  @Column({ type: 'timestamptz', nullable: true }) checkedAt: Date | null;
}

export type PayoutAccountState = 'creating' | 'incomplete' | 'verifying' | 'ready' | 'rejected' | 'closed';

@Entity({ schema: 'payouts', name: 'payout_attempts' })
export class PayoutAttemptEntity {
  @PrimaryColumn({ type: 'uuid' }) payoutId: string;
  @PrimaryColumn({ type: 'int' }) n: number;
  @Column({ type: 'text' }) idempotencyKey: string;
  @Column({ type: 'text' }) bodyHash: string;
  @Column({ type: 'text' }) state: 'sending' | 'unknown' | 'accepted' | 'rejected' | 'void';
  @Column({ type: 'timestamptz' }) firstSentAt: Date;
  @Column({ type: 'timestamptz' }) touchedAt: Date;
  @Column({ type: 'text', nullable: true }) transferId: string | null;
  @Column({ type: 'text', nullable: true }) answer: string | null;
}

import { bigintColumn } from '@portal/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PayoutReason } from './domain/plan-payout.js';
import type { PayoutState, RunState } from './domain/run-state.js';
import type { StoredPart, UnpaidReason } from './domain/unpaid.js';

@Entity({ schema: 'payouts', name: 'payout_runs' })
export class PayoutRunEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) month: string;
  @Column({ type: 'text' }) state: RunState;
  @Column({ type: 'boolean' }) paused: boolean;
  @Column({ type: 'text', nullable: true }) pauseReason: string | null;
  /** By currency: why nothing of it is sent now. */
  @Column({ type: 'jsonb' }) pausedCurrencies: Record<string, string>;
  /** How often the run has been computed; approvals are for one computation. */
  @Column({ type: 'int' }) computation: number;
  @Column({ type: 'int' }) approvalsNeeded: number;
  @Column({ type: 'bigint', nullable: true }) cutoffTx: string | null;
  @Column({ type: 'text', nullable: true }) inputHash: string | null;
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
  @Column({ type: 'bigint', transformer: bigintColumn }) held: bigint;
  /** What is not paid and why; adds up to carry + held. */
  @Column({ type: 'jsonb' }) parts: StoredPart[];
  /** What is unusual about it and has to be decided before the run is approved; empty when nothing has to be. */
  @Column({ type: 'text', array: true }) toDecide: string[];
  @Column({ type: 'text' }) state: PayoutState;
  @Column({ type: 'text' }) reason: PayoutReason;
  @Column({ type: 'uuid', nullable: true }) payoutAccountId: string | null;
  @Column({ type: 'text', nullable: true }) providerAccountId: string | null;
  @Column({ type: 'text' }) transferGroup: string;
  /** The processor's words for finance; the code is what the author is told. */
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'text', nullable: true }) failureCode: UnpaidReason | null;
  @Column({ type: 'int' }) retries: number;
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
  /** The one that is paid to; one that is set up beside it is not active yet. */
  @Column({ type: 'boolean' }) active: boolean;
  /** After a change nothing is paid before this instant; null: no waiting. */
  @Column({ type: 'timestamptz', nullable: true }) usableFrom: Date | null;
  @Column({ type: 'uuid', nullable: true }) replaces: string | null;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
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
  @Column({ type: 'uuid', nullable: true }) leaseOwner: string | null;
  /** The delivery that the owner works for. Who comes with the same one knows that the owner is dead. */
  @Column({ type: 'uuid', nullable: true }) leaseDelivery: string | null;
  @Column({ type: 'timestamptz', nullable: true }) leaseUntil: Date | null;
  @Column({ type: 'text', nullable: true }) balanceTransactionId: string | null;
  @Column({ type: 'text', nullable: true }) destinationPaymentId: string | null;
}

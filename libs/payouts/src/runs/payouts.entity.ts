import { bigintColumn } from '@portal/platform/database';
import type { AccountState } from '@portal/stripe-gateway';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RunDecision } from './domain/run-exceptions.js';
import type { PayoutReason } from './domain/plan-payout.js';
import type { PayoutState, RunState } from './domain/run-state.js';
import type { StoredPart, UnpaidReason } from './domain/unpaid.js';

@Entity({ schema: 'payouts', name: 'payout_runs' })
export class PayoutRunEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) month: string;
  @Column({ type: 'text' }) state: RunState;
  @Column({ type: 'boolean', default: false }) paused: boolean;
  @Column({ type: 'text', nullable: true }) pauseReason: string | null;
  /** By currency: why it is paused. */
  @Column({ type: 'jsonb', default: '{}' }) pausedCurrencies: Record<string, string>;
  /** Number of computations of the run; approvals are for one of them. */
  @Column({ type: 'int', default: 0 }) computation: number;
  @Column({ type: 'int', default: 1 }) approvalsNeeded: number;
  @Column({ type: 'bigint', nullable: true }) cutoffTx: string | null;
  @Column({ type: 'text', nullable: true }) inputHash: string | null;
  @Column({ type: 'uuid' }) preparedBy: string;
  @Column({ type: 'text' }) preparedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) preparedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) approvedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) executedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) executedBy: string | null;
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
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) held: bigint;
  /** Unpaid amounts with their reasons; they add up to carry + held. */
  @Column({ type: 'jsonb', default: '[]' }) parts: StoredPart[];
  /** Anomalies that must be decided before the run is approved; empty without any. */
  @Column({ type: 'text', array: true, default: '{}' }) toDecide: string[];
  @Column({ type: 'text' }) state: PayoutState;
  @Column({ type: 'text' }) reason: PayoutReason;
  @Column({ type: 'uuid', nullable: true }) payoutAccountId: string | null;
  @Column({ type: 'text', nullable: true }) providerAccountId: string | null;
  @Column({ type: 'text' }) transferGroup: string;
  /** The processor's message, for finance; the author sees the code. */
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'text', nullable: true }) failureCode: UnpaidReason | null;
  @Column({ type: 'int', default: 0 }) retries: number;
  /** By finance: it is not tried again. */
  @Column({ type: 'timestamptz', nullable: true }) givenUpAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) settledAt: Date | null;
}

/** Why an author was not paid on a pay day; only added to. */
@Entity({ schema: 'payouts', name: 'unpaid_notes' })
export class UnpaidNoteEntity {
  @PrimaryColumn({ type: 'uuid' }) runId: string;
  @PrimaryColumn({ type: 'int' }) computation: number;
  @PrimaryColumn({ type: 'uuid' }) orgId: string;
  @PrimaryColumn({ type: 'text' }) currency: string;
  @PrimaryColumn({ type: 'int' }) nth: number;
  @Column({ type: 'jsonb' }) reasons: StoredPart[];
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) notedAt: Date;
}

@Entity({ schema: 'payouts', name: 'payout_accounts' })
export class PayoutAccountEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) country: string;
  @Column({ type: 'text', nullable: true }) providerAccountId: string | null;
  @Column({ type: 'text' }) state: PayoutAccountState;
  @Column({ type: 'jsonb', default: '[]' }) requirements: {
    code: string;
    awaiting: string;
    status: string;
    deadline_at: string | null;
  }[];
  @Column({ type: 'timestamptz', nullable: true }) checkedAt: Date | null;
  /** True for the account in use; a replacement becomes active when it takes over. */
  @Column({ type: 'boolean', default: true }) active: boolean;
  /** After a change, no payouts before this instant; null: no cool-down. */
  @Column({ type: 'timestamptz', nullable: true }) usableFrom: Date | null;
  @Column({ type: 'uuid', nullable: true }) replaces: string | null;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) bankAskedAt: Date | null;
  /** The bank account behind it, and since when. */
  @Column({ type: 'jsonb', nullable: true }) bank: AccountState['bank'] | null;
  @Column({ type: 'timestamptz', nullable: true }) bankSince: Date | null;
}

type PayoutAccountState = 'creating' | 'incomplete' | 'verifying' | 'ready' | 'rejected' | 'closed';

@Entity({ schema: 'payouts', name: 'payout_attempts' })
export class PayoutAttemptEntity {
  @PrimaryColumn({ type: 'uuid' }) payoutId: string;
  @PrimaryColumn({ type: 'int' }) n: number;
  @Column({ type: 'text' }) idempotencyKey: string;
  @Column({ type: 'text' }) bodyHash: string;
  @Column({ type: 'text' }) state: 'sending' | 'unknown' | 'accepted' | 'rejected' | 'void';
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) firstSentAt: Date;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) touchedAt: Date;
  @Column({ type: 'text', nullable: true }) transferId: string | null;
  @Column({ type: 'text', nullable: true }) answer: string | null;
  @Column({ type: 'uuid', nullable: true }) leaseOwner: string | null;
  /** The delivery that the owner handles. A redelivery of it means that the owner is dead. */
  @Column({ type: 'uuid', nullable: true }) leaseDelivery: string | null;
  @Column({ type: 'timestamptz', nullable: true }) leaseUntil: Date | null;
  @Column({ type: 'text', nullable: true }) balanceTransactionId: string | null;
  @Column({ type: 'text', nullable: true }) destinationPaymentId: string | null;
}

@Entity({ schema: 'payouts', name: 'payout_approvals' })
export class PayoutApprovalEntity {
  @PrimaryColumn({ type: 'uuid' }) runId: string;
  @PrimaryColumn({ type: 'int' }) computation: number;
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) userName: string;
  @Column({ type: 'text' }) inputHash: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) approvedAt: Date;
}

/** The preparer's decisions about unusual or unpaid payouts of a run. The latest one of a payout counts. */
@Entity({ schema: 'payouts', name: 'run_decisions' })
export class RunDecisionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'bigint', transformer: bigintColumn, insert: false, update: false }) seq: bigint;
  @Column({ type: 'uuid' }) runId: string;
  @Column({ type: 'int' }) computation: number;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) decision: RunDecision;
  @Column({ type: 'text', array: true }) kinds: string[];
  @Column({ type: 'bigint', transformer: bigintColumn }) balance: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'uuid', nullable: true }) holdId: string | null;
  @Column({ type: 'uuid' }) decidedBy: string;
  @Column({ type: 'text' }) decidedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) decidedAt: Date;
}

import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Equality } from '../domain/reconciliation-check.js';

/** Minor units, as decimal text. */
interface StoredEquality {
  name: Equality['name'];
  currency: string;
  left: string;
  right: string;
  under_way: string;
  holds: boolean;
}

/** Our own bank account, for transfers between it and the provider: top-ups and the platform's own payouts. */
@Entity({ schema: 'reconciliation', name: 'runs' })
export class ReconciliationRunEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) state: 'running' | 'done' | 'failed';
  @Column({ type: 'text' }) requestedBy: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) startedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) finishedAt: Date | null;
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'int', default: 0 }) movements: number;
  @Column({ type: 'int', default: 0 }) matched: number;
  @Column({ type: 'int', default: 0 }) opened: number;
  @Column({ type: 'jsonb', default: '[]' }) equalities: StoredEquality[];
}

/** The provider's list of movements of our balance, as first fetched. */
@Entity({ schema: 'reconciliation', name: 'provider_balance_tx' })
export class ProviderBalanceTransactionEntity {
  @PrimaryColumn({ type: 'text' }) id: string;
  @Column({ type: 'text' }) type: string;
  @Column({ type: 'text', nullable: true }) sourceId: string | null;
  @Column({ type: 'text', nullable: true }) sourceGroup: string | null;
  @Column({ type: 'jsonb', default: '{}' }) sourceMetadata: object;
  @Column({ type: 'text', array: true, default: '{}' }) related: string[];
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) fee: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) net: bigint;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) availableAt: Date;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) seenAt: Date;
}

import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ItemKind } from '../domain/item-kinds.js';
import type { ItemState } from '../domain/item-state.js';

@Entity({ schema: 'reconciliation', name: 'items' })
export class ReconciliationItemEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) ref: string;
  @Column({ type: 'text' }) kind: ItemKind;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) suspense: bigint;
  @Column({ type: 'boolean' }) blocking: boolean;
  @Column({ type: 'timestamptz' }) occurredAt: Date;
  @Column({ type: 'text' }) detail: string;
  @Column({ type: 'jsonb', default: '{}' }) facts: object;
  @Column({ type: 'text', default: 'open' }) state: ItemState;
  @Column({ type: 'uuid', nullable: true }) ownerId: string | null;
  @Column({ type: 'text', nullable: true }) ownerName: string | null;
  /** Of the write-off that closed it. */
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) openedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'text', nullable: true }) closeReason: string | null;
}

@Entity({ schema: 'reconciliation', name: 'item_history' })
export class ReconciliationItemHistoryEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) itemId: string;
  @Column({ type: 'text' }) what: 'opened' | 'assigned' | 'released' | 'note' | 'explained' | 'closed';
  @Column({ type: 'uuid', nullable: true }) byId: string | null;
  @Column({ type: 'text' }) byName: string;
  @Column({ type: 'text', nullable: true }) text: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) at: Date;
}

/**
 * A ledger transaction is matched once. Without a movement, two postings are matched with each other: a wrong one and
 * the one that corrected it.
 */
@Entity({ schema: 'reconciliation', name: 'matches' })
export class ReconciliationMatchEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn }) ledgerTxId: bigint;
  @Column({ type: 'text', nullable: true }) balanceTxId: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) matchedAt: Date;
}

import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountKind } from '../domain/chart.js';

@Entity({ schema: 'ledger', name: 'account_code' })
export class AccountCodeEntity {
  @PrimaryColumn({ type: 'text' }) code: string;
  @Column({ type: 'text' }) kind: AccountKind;
  @Column({ type: 'boolean' }) owned: boolean;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) floor: bigint | null;
  @Column({ type: 'boolean' }) live: boolean;
  @Column({ type: 'boolean', default: false }) clears: boolean;
}

/**
 * Double-entry bookkeeping enforced by the database: no client can store a transaction that is unbalanced, incomplete,
 * changed later or posted twice.
 */
@Entity({ schema: 'ledger', name: 'currency' })
export class CurrencyEntity {
  @PrimaryColumn({ type: 'text' }) code: string;
  @Column({ type: 'smallint' }) exponent: number;
  @Column({ type: 'int', default: 1 }) chargeMultiple: number;
  @Column({ type: 'int', default: 1 }) payoutMultiple: number;
  @Column({ type: 'bigint', transformer: bigintColumn }) minCharge: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) minPayout: bigint;
}

@Entity({ schema: 'ledger', name: 'ledger_account' })
export class LedgerAccountEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  id: bigint;
  @Column({ type: 'text' }) code: string;
  @Column({ type: 'boolean', insert: false, update: false }) owned: boolean;
  @Column({ type: 'uuid', default: '00000000-0000-0000-0000-000000000000' }) ownerId: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

@Entity({ schema: 'ledger', name: 'account_balance' })
export class AccountBalanceEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn }) accountId: bigint;
  @Column({ type: 'numeric', precision: 30, scale: 0, default: 0 }) debits: string;
  @Column({ type: 'numeric', precision: 30, scale: 0, default: 0 }) credits: string;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) version: bigint;
  @Column({ type: 'boolean', insert: false, update: false }) inDebit: boolean;
}

@Entity({ schema: 'ledger', name: 'account_snapshot' })
export class AccountSnapshotEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn }) accountId: bigint;
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn }) asOfTx: bigint;
  @Column({ type: 'numeric', precision: 30, scale: 0 }) debits: string;
  @Column({ type: 'numeric', precision: 30, scale: 0 }) credits: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) takenAt: Date;
}

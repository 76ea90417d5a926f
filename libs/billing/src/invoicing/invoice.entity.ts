import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { InvoiceState, PeriodState } from './domain/invoice-state.js';

@Entity({ schema: 'billing', name: 'invoices' })
export class InvoiceEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) numberSeq: bigint;
  @Column({ type: 'text', insert: false, update: false }) number: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text' }) tenantName: string;
  @Column({ type: 'date' }) month: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) subtotal: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) tax: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, insert: false, update: false }) total: bigint;
  @Column({ type: 'text', default: 'draft' }) state: InvoiceState;
  @Column({ type: 'int', default: 0 }) retryCount: number;
  @Column({ type: 'timestamptz', nullable: true }) nextRetryAt: Date | null;
  @Column({ type: 'text', nullable: true }) lastProblem: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) issuedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) paidAt: Date | null;
  @Column({ type: 'text', default: 'installs' }) kind: 'installs' | 'listing_fee';
  @Column({ type: 'timestamptz', nullable: true }) pastDueAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) suspendAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) warnedAt: Date | null;
  @Column({ type: 'jsonb', nullable: true }) taxDetails: object | null;
  @Column({ type: 'text', nullable: true }) taxCalculationId: string | null;
  @Column({ type: 'text', nullable: true }) taxTransactionId: string | null;
  @Column({ type: 'uuid', nullable: true }) carriedFrom: string | null;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) carriedIn: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) carriedOut: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true, insert: false, update: false }) amountDue:
    bigint | null;
  /** Since when it cannot be charged because of a platform-side failure. */
  @Column({ type: 'timestamptz', nullable: true }) faultSince: Date | null;
  @Column({ type: 'text', nullable: true }) fault: string | null;
  @Column({ type: 'int', default: 0 }) faultTries: number;
  /** Seconds for which the payer's dates were suspended before that. */
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) faultSeconds: bigint;
}

/** Lines, written by the close of their month only; so they need no foreign keys to rows that are never deleted. */
@Entity({ schema: 'billing', name: 'invoice_lines' })
export class InvoiceLineEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'date' }) month: string;
  @Column({ type: 'uuid' }) segmentId: string;
  @Column({ type: 'uuid' }) installId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'text' }) driveName: string;
  @Column({ type: 'text' }) ventureName: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'uuid' }) priceId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) priceAmount: bigint;
  @Column({ type: 'timestamptz' }) fromAt: Date;
  @Column({ type: 'timestamptz' }) toAt: Date;
  @Column({ type: 'bigint', transformer: bigintColumn }) seconds: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) monthSeconds: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) gross: bigint;
  @Column({ type: 'int' }) authorBps: number;
  @Column({ type: 'bigint', transformer: bigintColumn }) authorShare: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) platformShare: bigint;
}

/** Numbers have no gaps: the counter's row is locked while invoices are written, and both commit together. */
@Entity({ schema: 'billing', name: 'invoice_counter' })
export class InvoiceCounterEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) onlyRow: boolean;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) lastNumber: bigint;
}

/** Flat fee of listings whose authors bill customers directly: once per listing and month. */
@Entity({ schema: 'billing', name: 'listing_fees' })
export class ListingFeeEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) listingId: string;
  @Column({ type: 'text' }) listingName: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'date' }) month: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) netted: bigint;
  @Column({ type: 'uuid', nullable: true }) invoiceId: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) chargedAt: Date;
  /** Tax of a listing fee; deducted and charged parts include it. */
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) tax: bigint;
  @Column({ type: 'jsonb', nullable: true }) taxDetails: object | null;
}

@Entity({ schema: 'billing', name: 'periods' })
export class BillingPeriodEntity {
  @PrimaryColumn({ type: 'date' }) month: string;
  @Column({ type: 'text', default: 'open' }) state: PeriodState;
  @Column({ type: 'text', nullable: true }) requestedBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) closingAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) linesWrittenAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) closedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) frozenAt: Date | null;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) invoicesMade: bigint | null;
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) linesMade: bigint | null;
  @Column({ type: 'jsonb', nullable: true }) shares: object | null;
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
}

import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Bank payouts as the processor reports them, for information: the ledger settles on the transfer. */
@Entity({ schema: 'payouts', name: 'bank_legs' })
export class BankLegEntity {
  @PrimaryColumn({ type: 'uuid' }) payoutId: string;
  @Column({ type: 'text' }) bankPayoutId: string;
  @Column({ type: 'text' }) state: 'pending' | 'in_transit' | 'paid' | 'failed' | 'returned';
  @Column({ type: 'timestamptz', nullable: true }) arrivesAt: Date | null;
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) checkedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) refusedAt: Date | null;
  @Column({ type: 'jsonb', default: '[]' }) history: {
    state: string;
    id: string;
    at: string;
    failure: string | null;
  }[];
}

@Entity({ schema: 'payouts', name: 'conversions' })
export class ConversionEntity {
  @PrimaryColumn({ type: 'uuid' }) payoutId: string;
  @Column({ type: 'text' }) paymentId: string;
  @Column({ type: 'text' }) balanceTransactionId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) sourceAmount: bigint;
  @Column({ type: 'text' }) sourceCurrency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) targetAmount: bigint;
  @Column({ type: 'text' }) targetCurrency: string;
  @Column({ type: 'numeric' }) exchangeRate: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) recordedAt: Date;
}

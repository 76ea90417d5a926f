import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'billing', name: 'settlements' })
export class SettlementEntity {
  @PrimaryColumn({ type: 'text' }) id: string;
  @Column({ type: 'uuid' }) paymentId: string;
  @Column({ type: 'text' }) cause: 'charge' | 'refund' | 'dispute';
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) settled: bigint;
  @Column({ type: 'text' }) settledCurrency: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) fee: bigint;
  @Column({ type: 'numeric', nullable: true }) exchangeRate: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

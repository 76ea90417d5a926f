import { bigintColumn } from '@portal/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An invoice that the host collected, and its transfer to our bank account. */
@Entity({ schema: 'billing', name: 'host_payments' })
export class HostPaymentEntity {
  @PrimaryColumn({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) amount: bigint;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) reference: string;
  @Column({ type: 'uuid' }) approvalId: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

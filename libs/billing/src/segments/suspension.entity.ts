import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'billing', name: 'suspensions' })
export class CollectionSuspensionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'timestamptz' }) suspendedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) resumedAt: Date | null;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'billing', name: 'suspensions' })
@Index('suspensions_one_open', ['tenantId'], { unique: true, where: 'resumed_at is null' })
export class CollectionSuspensionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'uuid' }) invoiceId: string;
  @Column({ type: 'timestamptz' }) suspendedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) resumedAt: Date | null;
}

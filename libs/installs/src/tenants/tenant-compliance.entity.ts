import { Column, Entity, PrimaryColumn } from 'typeorm';

/** No row: nothing on file, nothing required. */
@Entity({ schema: 'installs', name: 'tenant_compliance' })
export class TenantComplianceEntity {
  @PrimaryColumn({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text', nullable: true }) baaReference: string | null;
  @Column({ type: 'timestamptz', nullable: true }) baaUntil: Date | null;
  @Column({ type: 'text', nullable: true }) residency: string | null;
  @Column({ type: 'boolean', default: false }) regulated: boolean;
  @Column({ type: 'int' }) revision: number;
  @Column({ type: 'timestamptz' }) changedAt: Date;
  @Column({ type: 'uuid', nullable: true }) changedBy: string | null;
}

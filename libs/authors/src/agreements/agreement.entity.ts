import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'authors', name: 'agreement_versions' })
export class AgreementVersionEntity {
  @PrimaryColumn({ type: 'text' }) version: string;
  @Column({ type: 'int' }) ordinal: number;
  @Column({ type: 'text' }) text: string;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'jsonb' }) summary: readonly string[];
  @Column({ type: 'timestamptz' }) effectiveAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) signUntil: Date | null;
}

@Entity({ schema: 'authors', name: 'agreement_signatures' })
export class AgreementSignatureEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) version: string;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'uuid' }) signedBy: string;
  @Column({ type: 'text' }) signedName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) signedAt: Date;
  @Column({ type: 'text', nullable: true }) ip: string | null;
  @Column({ type: 'text', nullable: true }) userAgent: string | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ComplianceGap } from '../tenants/domain/tenant-compliance.js';
import type { AgreementNotice, LapseAction } from './domain/compliance-lapse.js';

/** A requirement of an install that is, or was, no longer met; the policy is pinned with it. */
@Entity({ schema: 'installs', name: 'compliance_lapses' })
export class ComplianceLapseEntity {
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @PrimaryColumn({ type: 'text' }) gap: ComplianceGap;
  @PrimaryColumn({ type: 'timestamptz' }) noticedAt: Date;
  /** Of `claims_unproven`: the claims. */
  @Column({ type: 'text', array: true, default: '{}' }) claims: string[];
  @Column({ type: 'timestamptz' }) since: Date;
  @Column({ type: 'text' }) action: LapseAction;
  @Column({ type: 'int' }) policyVersion: number;
  @Column({ type: 'timestamptz', nullable: true }) actsAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) actedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'text', nullable: true }) endedHow: 'holds_again' | 'install_ended' | null;
}

/** The notices about the end of an agreement; a new end is announced again. */
@Entity({ schema: 'installs', name: 'agreement_notices' })
export class AgreementNoticeEntity {
  @PrimaryColumn({ type: 'uuid' }) tenantId: string;
  @PrimaryColumn({ type: 'timestamptz' }) baaUntil: Date;
  @PrimaryColumn({ type: 'text' }) kind: AgreementNotice;
  @Column({ type: 'timestamptz' }) noticedAt: Date;
}

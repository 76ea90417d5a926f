import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A change of a Drive's subprocessors, sent to a tenant that has it, and whether the tenant objects. */
@Entity({ schema: 'installs', name: 'subprocessor_notices' })
export class SubprocessorNoticeEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** Of `listings.subprocessor_changes`, which has the difference. */
  @Column({ type: 'uuid' }) changeId: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'timestamptz' }) noticedAt: Date;
  @Column({ type: 'timestamptz' }) objectUntil: Date;
  @Column({ type: 'timestamptz', nullable: true }) objectedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) objectedBy: string | null;
  @Column({ type: 'text', nullable: true }) objectedByName: string | null;
  @Column({ type: 'text', nullable: true }) objection: string | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../database/entities/entities.js';

@Entity({ schema: 'platform', name: 'audit_log' })
export class AuditLogEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  seq: bigint;
  @Column({ type: 'uuid' }) id: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) at: Date;
  @Column({ type: 'text' }) actorKind: 'user' | 'token' | 'system';
  @Column({ type: 'uuid', nullable: true }) actorId: string | null;
  @Column({ type: 'text' }) actorName: string;
  @Column({ type: 'text' }) actorRole: string;
  @Column({ type: 'text' }) action: string;
  @Column({ type: 'text' }) subjectType: string;
  @Column({ type: 'text' }) subjectId: string;
  @Column({ type: 'jsonb', nullable: true }) before: object | null;
  @Column({ type: 'jsonb', nullable: true }) after: object | null;
  @Column({ type: 'text', nullable: true }) reason: string | null;
  @Column({ type: 'text', nullable: true }) requestId: string | null;
}

/** The chain over the audit log: one seal per row, and the rows that wait for theirs. */
@Entity({ schema: 'platform', name: 'audit_seals' })
export class AuditSealEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn }) position: bigint;
  @Column({ type: 'bigint', transformer: bigintColumn }) auditSeq: bigint;
  @Column({ type: 'bytea' }) hash: Buffer;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) sealedAt: Date;
}

@Entity({ schema: 'platform', name: 'audit_unsealed' })
export class AuditUnsealedEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn }) auditSeq: bigint;
}

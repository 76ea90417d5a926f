import { bigintColumn, REQUEST_KEY } from '@portal/platform/database';
import type { Role } from '@portal/platform/access';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** As stored; one that waits beyond `expires_at` has expired. */
export type StoredState = 'waiting' | 'approved' | 'refused' | 'withdrawn' | 'superseded';

/** What one person proposes and another one decides. Triggers ensure who may, and that decisions stay. */
@Entity({ schema: 'approvals', name: 'approvals' })
export class ApprovalEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'text', default: 'waiting' }) state: StoredState;
  @Column({ type: 'text' }) subjectId: string;
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'text', array: true }) roles: Role[];
  @Column({ type: 'uuid', array: true, default: [] }) people: string[];
  @Column({ type: 'uuid', array: true, default: [] }) organizations: string[];
  @Column({ type: 'uuid', array: true, default: [] }) tenants: string[];
  @Column({ type: 'bigint', transformer: bigintColumn, nullable: true }) amount: bigint | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'jsonb' }) payload: object;
  /** SHA-256 of the payload, by the trigger. */
  @Column({ type: 'bytea', default: () => "'\\x'::bytea" }) digest: Buffer;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'uuid' }) proposedBy: string;
  @Column({ type: 'text' }) proposedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) proposedAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
  @Column({ type: 'text', nullable: true }) decidedByName: string | null;
  @Column({ type: 'timestamptz', nullable: true }) decidedAt: Date | null;
  @Column({ type: 'text', nullable: true }) note: string | null;
  @Column({ type: 'text', nullable: true, default: () => REQUEST_KEY }) requestKey: string | null;
}

import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { PolicyKey } from './domain/policy.js';

/** Versions of policies: proposed by one person, approved by another, superseded and never changed. */
@Entity({ schema: 'billing', name: 'policies' })
@Unique('policies_numbered', ['key', 'version'])
@Index('policies_one_beginning', ['key', 'validFrom'], { unique: true, where: "state = 'approved'" })
@Index('policies_one_proposal', ['key'], { unique: true, where: "state = 'proposed'" })
export class BillingPolicyEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** The initial version of each key is in seed.sql. */
  @Column({ type: 'text' }) key: PolicyKey;
  @Column({ type: 'int' }) version: number;
  @Column({ type: 'jsonb' }) value: object;
  @Column({ type: 'text', default: 'proposed' }) state: 'proposed' | 'approved' | 'rejected';
  @Column({ type: 'timestamptz' }) validFrom: Date;
  @Column({ type: 'text' }) reason: string;
  /** Null for the initial value. */
  @Column({ type: 'uuid', nullable: true }) proposedBy: string | null;
  @Column({ type: 'text' }) proposedByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) proposedAt: Date;
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
  @Column({ type: 'text', nullable: true }) decidedByName: string | null;
  @Column({ type: 'timestamptz', nullable: true }) decidedAt: Date | null;
  @Column({ type: 'text', nullable: true }) decisionNote: string | null;
}

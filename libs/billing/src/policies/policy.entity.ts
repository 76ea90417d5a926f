import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PolicyKey } from './domain/policy.js';

/** Versions of policies: approved by two people, superseded and never changed. */
@Entity({ schema: 'billing', name: 'policies' })
export class BillingPolicyEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** The initial version of each key is in seed.sql. */
  @Column({ type: 'text' }) key: PolicyKey;
  @Column({ type: 'int' }) version: number;
  @Column({ type: 'jsonb' }) value: object;
  @Column({ type: 'timestamptz' }) validFrom: Date;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) decidedAt: Date;
  /** Null: built in. */
  @Column({ type: 'uuid', nullable: true }) approvalId: string | null;
}

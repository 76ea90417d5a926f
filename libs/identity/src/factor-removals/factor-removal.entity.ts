import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { RemovalCancelledBy, RemovalState } from './domain/factor-removal.js';

/** Removal of a person's second factor by two admins, after a waiting time. Database triggers enforce the rules. */
@Entity({ schema: 'identity', name: 'factor_removals' })
@Unique(['requestTokenHash'])
@Unique(['approvalTokenHash'])
@Index('factor_removals_one_open', ['userId'], { unique: true, where: "state in ('requested', 'approved')" })
export class FactorRemovalEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'text', default: 'requested' }) state: RemovalState;
  @Column({ type: 'uuid' }) requestedBy: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) requestedAt: Date;
  @Column({ type: 'text' }) requestTokenHash: string;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
  @Column({ type: 'uuid', nullable: true }) approvedBy: string | null;
  @Column({ type: 'timestamptz', nullable: true }) approvedAt: Date | null;
  @Column({ type: 'text', nullable: true }) approvalTokenHash: string | null;
  @Column({ type: 'timestamptz', nullable: true }) dueAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'text', nullable: true }) cancelledBy: RemovalCancelledBy | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PromptState } from '../install/domain/install-state.js';
import type { Accepts, Outcome } from './domain/upgrade-outcome.js';

/** A tenant without a row is asked about every upgrade. */
@Entity({ schema: 'installs', name: 'upgrade_policies' })
export class UpgradePolicyEntity {
  @PrimaryColumn({ type: 'uuid' }) tenantId: string;
  @Column({ type: 'text' }) accepts: Accepts;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) changedAt: Date;
  @Column({ type: 'uuid', nullable: true }) changedBy: string | null;
  @Column({ type: 'boolean', default: true }) reminders: boolean;
}

@Entity({ schema: 'installs', name: 'upgrade_prompts' })
export class UpgradePromptEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) installId: string;
  @Column({ type: 'uuid' }) fromRevisionId: string;
  @Column({ type: 'text', nullable: true }) fromVersion: string | null;
  @Column({ type: 'uuid' }) toRevisionId: string;
  @Column({ type: 'text', nullable: true }) toVersion: string | null;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'text', array: true }) permissions: string[];
  @Column({ type: 'text', default: 'open' }) state: PromptState;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) openedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) answeredAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) answeredBy: string | null;
  @Column({ type: 'text', default: 'consent' }) outcome: Outcome;
  @Column({ type: 'text', array: true, default: '{}' }) reasons: string[];
  @Column({ type: 'timestamptz', nullable: true }) remindedAt: Date | null;
  /** Null: no further reminder. Only prompts that can be accepted have a time. */
  @Column({ type: 'timestamptz', nullable: true }) remindAt: Date | null;
}

/** Prompts for a hundred thousand installs at once: the difference is kept once per pair of revisions. */
@Entity({ schema: 'installs', name: 'upgrade_differences' })
export class UpgradeDifferenceEntity {
  @PrimaryColumn({ type: 'uuid' }) fromRevisionId: string;
  @PrimaryColumn({ type: 'uuid' }) toRevisionId: string;
  @Column({ type: 'jsonb' }) changes: object;
}

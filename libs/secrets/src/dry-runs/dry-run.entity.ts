import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'secrets', name: 'dry_runs' })
export class DryRunEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'text' }) state: 'running' | 'done' | 'abandoned';
  /** Number of installs to call; null until they are counted. */
  @Column({ type: 'int', nullable: true }) installs: number | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) finishedAt: Date | null;
}

@Entity({ schema: 'secrets', name: 'dry_run_probes' })
export class DryRunProbeEntity {
  @PrimaryColumn({ type: 'uuid' }) dryRunId: string;
  @PrimaryColumn({ type: 'uuid' }) installId: string;
  @PrimaryColumn({ type: 'text' }) role: 'newest' | 'previous';
  @Column({ type: 'uuid' }) keyId: string;
  @Column({ type: 'text' }) outcome: 'accepted' | 'refused' | 'failed' | 'unreachable';
  @Column({ type: 'int', nullable: true }) status: number | null;
  @Column({ type: 'int' }) ms: number;
  @Column({ type: 'timestamptz' }) at: Date;
}

import type { SeenCall } from '@portal/conformance';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Every run of the checks against a listed Drive, each bound to the one before by its digest. */
@Entity({ schema: 'listings', name: 'conformance_runs' })
export class ConformanceRunEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @PrimaryColumn({ type: 'int' }) seq: number;
  @Column({ type: 'timestamptz' }) ranAt: Date;
  @Column({ type: 'boolean' }) ok: boolean;
  @Column({ type: 'text' }) body: string;
  @Column({ type: 'text', nullable: true }) previous: string | null;
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'uuid', nullable: true }) submissionId: string | null;
  @Column({ type: 'jsonb', default: {} }) calls: Record<string, SeenCall>;
}

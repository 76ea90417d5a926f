import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Without an organization it belongs to finance. started_at and touched_at are wall time, because they monitor a
 * process.
 */
@Entity({ schema: 'simulator', name: 'simulations' })
@Index('simulations_one_per_person', ['requestedBy'], { unique: true, where: "state in ('waiting', 'running')" })
@Index('simulations_org', ['orgId', 'requestedAt'])
@Index('simulations_running', ['touchedAt'], { where: "state = 'running'" })
export class SimulationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'uuid' }) requestedBy: string;
  @Column({ type: 'text' }) requestedByName: string;
  @Column({ type: 'text', nullable: true }) title: string | null;
  @Column({ type: 'text' }) scenario: string;
  @Column({ type: 'text', default: 'waiting' }) state: 'waiting' | 'running' | 'done' | 'refused' | 'failed';
  @Column({ type: 'int', default: 0 }) stepsDone: number;
  @Column({ type: 'int', nullable: true }) steps: number | null;
  @Column({ type: 'json', nullable: true }) result: object | null;
  @Column({ type: 'jsonb', nullable: true }) problems: object | null;
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) requestedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) touchedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}

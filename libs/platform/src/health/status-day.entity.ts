import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StatusPart } from './status.view.js';

@Entity({ schema: 'platform', name: 'status_days' })
export class StatusDayEntity {
  @PrimaryColumn({ type: 'text' }) part: StatusPart;
  @PrimaryColumn({ type: 'date' }) day: string;
  @Column({ type: 'integer', default: 1 }) seen: number;
  @Column({ type: 'integer' }) failed: number;
  @Column({ type: 'boolean' }) failing: boolean;
  /** By the database's own clock. */
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) seenAt: Date;
}

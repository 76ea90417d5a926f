import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../database/entities.js';

@Entity({ schema: 'platform', name: 'live_events' })
@Index('live_events_stream', ['stream', 'seq'])
export class LiveEventEntity {
  @PrimaryColumn({ type: 'bigint', transformer: bigintColumn, insert: false, update: false })
  seq: bigint;
  @Column({ type: 'text' }) stream: string;
  @Column({ type: 'text' }) type: string;
  @Column({ type: 'jsonb' }) data: object;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) at: Date;
}

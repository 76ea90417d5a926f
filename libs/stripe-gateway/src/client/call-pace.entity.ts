import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row per rate: the instant at which the next call may leave. Whoever moves it on has a turn. */
@Entity({ schema: 'stripe_gateway', name: 'call_pace' })
export class CallPaceEntity {
  @PrimaryColumn({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz' }) nextAt: Date;
}

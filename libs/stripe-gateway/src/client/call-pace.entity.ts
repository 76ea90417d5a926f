import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One row per rate: the earliest time of the next call. A call reserves its slot by advancing it. */
@Entity({ schema: 'stripe_gateway', name: 'call_pace' })
export class CallPaceEntity {
  @PrimaryColumn({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz' }) nextAt: Date;
}

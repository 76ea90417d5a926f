import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'platform', name: 'idempotency_keys' })
export class IdempotencyKeyEntity {
  @PrimaryColumn({ type: 'text' }) scope: string;
  @PrimaryColumn({ type: 'text' }) key: string;
  @Column({ type: 'text' }) requestHash: string;
  @Column({ type: 'int', nullable: true }) status: number | null;
  @Column({ type: 'text', nullable: true }) body: string | null;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) createdAt: Date;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../entities/entities.js';

@Entity({ schema: 'platform', name: 'test_clock' })
export class TestClockEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) onlyRow: boolean;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) offsetMs: bigint;
  @Column({ type: 'text', nullable: true }) lease: string | null;
  @Column({ type: 'timestamptz', nullable: true }) leaseEndsAt: Date | null;
  @Column({ type: 'text', nullable: true, insert: false, update: false }) movedIn: string | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../database/entities/entities.js';

/** Key-encryption keys in the order in which they were first in front, and how many values older ones still encrypt. */
@Entity({ schema: 'platform', name: 'sealing_keys' })
export class SealingKeyEntity {
  @PrimaryColumn({ type: 'text' }) kid: string;
  @Column({ type: 'bigint', transformer: bigintColumn, insert: false, update: false }) seq: bigint;
  @Column({ type: 'timestamptz' }) firstAt: Date;
}

@Entity({ schema: 'platform', name: 'sealed_counts' })
export class SealedCountEntity {
  @PrimaryColumn({ type: 'text' }) store: string;
  @Column({ type: 'bigint', transformer: bigintColumn }) older: bigint;
  @Column({ type: 'timestamptz' }) countedAt: Date;
}

@Entity({ schema: 'platform', name: 'reseal_runs' })
export class ResealRunEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) kid: string;
  @Column({ type: 'timestamptz' }) startedAt: Date;
  @Column({ type: 'timestamptz' }) lastAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) finishedAt: Date | null;
  @Column({ type: 'bigint', transformer: bigintColumn, default: '0' }) resealed: bigint;
  @Column({ type: 'int', nullable: true }) broken: number | null;
}

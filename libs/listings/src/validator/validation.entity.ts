import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Results of the public validator, kept for a month under an address that can be shared. */
@Entity({ schema: 'listings', name: 'validations' })
export class ValidationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) url: string;
  @Column({ type: 'boolean', nullable: true }) ok: boolean | null;
  @Column({ type: 'text', nullable: true }) digest: string | null;
  @Column({ type: 'json', nullable: true }) result: object | null;
  @Column({ type: 'timestamptz' }) validatedAt: Date;
  @Column({ type: 'text', default: 'finished' }) state: 'queued' | 'running' | 'finished' | 'failed';
  @Column({ type: 'text', nullable: true }) failure: string | null;
  @Column({ type: 'text', nullable: true }) servedDigest: string | null;
  @Column({ type: 'text', nullable: true }) engine: string | null;
  @Column({ type: 'uuid', nullable: true }) reuses: string | null;
}

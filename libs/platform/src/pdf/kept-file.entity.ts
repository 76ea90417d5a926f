import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that was made of content that never changes, found by the digest of that content. */
@Entity({ schema: 'platform', name: 'kept_files' })
export class KeptFileEntity {
  @PrimaryColumn({ type: 'text' }) madeOf: string;
  @PrimaryColumn({ type: 'text' }) seal: string;
  @Column({ type: 'bytea' }) body: Buffer;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) madeAt: Date;
}

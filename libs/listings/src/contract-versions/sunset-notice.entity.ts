import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SunsetNotice } from './domain/sunset-notices.js';

/** What the author of a Drive was told about the end of the contract version that it declares. Another end is told anew. */
@Entity({ schema: 'listings', name: 'sunset_notices' })
export class SunsetNoticeEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @PrimaryColumn({ type: 'int' }) major: number;
  @PrimaryColumn({ type: 'timestamptz' }) sunsetAt: Date;
  @PrimaryColumn({ type: 'text' }) kind: SunsetNotice;
  @Column({ type: 'timestamptz' }) noticedAt: Date;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SunsetNotice } from './domain/sunset-notices.js';

/** Notices to the author of a Drive about the end of its declared contract version. A new date is announced again. */
@Entity({ schema: 'listings', name: 'sunset_notices' })
export class SunsetNoticeEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @PrimaryColumn({ type: 'int' }) major: number;
  @PrimaryColumn({ type: 'timestamptz' }) sunsetAt: Date;
  @PrimaryColumn({ type: 'text' }) kind: SunsetNotice;
  @Column({ type: 'timestamptz' }) noticedAt: Date;
}

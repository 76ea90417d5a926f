import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SunsetNotice } from './domain/sunset-notices.js';

/** A version of the contract and its dates. Release and deprecation stay, the end only moves later. */
@Entity({ schema: 'listings', name: 'contract_versions' })
export class ContractVersionEntity {
  @PrimaryColumn({ type: 'int' }) major: number;
  @Column({ type: 'text' }) flat: string;
  @Column({ type: 'text' }) structured: string;
  @Column({ type: 'int' }) schemaVersion: number;
  @Column({ type: 'timestamptz' }) releasedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) deprecatedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) sunsetAt: Date | null;
}

/** Notices to the author of a Drive about the end of its declared contract version. A new date is announced again. */
@Entity({ schema: 'listings', name: 'sunset_notices' })
export class SunsetNoticeEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @PrimaryColumn({ type: 'int' }) major: number;
  @PrimaryColumn({ type: 'timestamptz' }) sunsetAt: Date;
  @PrimaryColumn({ type: 'text' }) kind: SunsetNotice;
  @Column({ type: 'timestamptz' }) noticedAt: Date;
}

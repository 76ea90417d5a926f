import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ContentBody, ContentState } from './domain/content.js';

/** Pictures of authors, decoded and encoded again as WebP. */
@Entity({ schema: 'listings', name: 'pictures' })
export class PictureEntity {
  @PrimaryColumn({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) orgId: string;
  @PrimaryColumn({ type: 'text' }) digest: string;
  @Column({ type: 'int' }) width: number;
  @Column({ type: 'int' }) height: number;
  @Column({ type: 'bytea' }) content: Buffer;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) uploadedAt: Date;
}

/** The author's page about a Drive, version by version; at most one is open, and the one approved last is live. */
@Entity({ schema: 'listings', name: 'contents' })
export class ContentEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text', default: 'draft' }) state: ContentState;
  @Column({ type: 'int', default: 1 }) revision: number;
  @Column({ type: 'jsonb' }) body: ContentBody;
  @Column({ type: 'text' }) writtenByName: string;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) writtenAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) waitingSince: Date | null;
  @Column({ type: 'uuid', nullable: true }) decidedBy: string | null;
  @Column({ type: 'text', nullable: true }) decidedByName: string | null;
  @Column({ type: 'timestamptz', nullable: true }) decidedAt: Date | null;
  @Column({ type: 'text', nullable: true }) reason: string | null;
}

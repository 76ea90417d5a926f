import type { CanonicalManifest, ManifestShape } from '@portal/contract';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

@Entity({ schema: 'listings', name: 'revisions' })
@Unique(['driveId', 'id'])
@Unique('revisions_once', ['driveId', 'digest', 'manifestUrl'])
@Index('revisions_of', ['driveId', 'createdAt', 'id'])
export class RevisionEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  /** SHA-256 of `canonical`, hex. */
  @Column({ type: 'text' }) digest: string;
  @Column({ type: 'text', nullable: true }) version: string | null;
  @Column({ type: 'text' }) shape: ManifestShape;
  @Column({ type: 'text' }) manifestUrl: string;
  @Column({ type: 'text' }) origin: string;
  /** RFC 8785 text of the manifest as served. */
  @Column({ type: 'bytea' }) canonical: Buffer;
  @Column({ type: 'jsonb' }) manifest: CanonicalManifest;
  /** The form as its author wrote it: `jsonb` and the canonical text keep no order of fields. Null: kept in no order. */
  @Column({ type: 'json', nullable: true }) configSchema: object | null;
  @CreateDateColumn({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConcernKind, ConcernOutcome } from './domain/concern.js';

/** A concern about a listed Drive: open, then closed by the reviewer who claimed it, with an outcome. */
@Entity({ schema: 'listings', name: 'concerns' })
export class ConcernEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) driveId: string;
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'text' }) kind: ConcernKind;
  @Column({ type: 'text' }) text: string;
  @Column({ type: 'text', nullable: true }) email: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) reportedAt: Date;
  @Column({ type: 'text', nullable: true }) outcome: ConcernOutcome | null;
  @Column({ type: 'text', nullable: true }) reason: string | null;
  @Column({ type: 'uuid', nullable: true }) endedBy: string | null;
  @Column({ type: 'text', nullable: true }) endedByName: string | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}

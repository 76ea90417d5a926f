import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who works on a case of the reviewers, and until when. */
@Entity({ schema: 'approvals', name: 'claims' })
export class ClaimEntity {
  @PrimaryColumn({ type: 'uuid' }) subjectId: string;
  @Column({ type: 'text' }) kind: string;
  /** Whose case it is: its members do not claim it. */
  @Column({ type: 'uuid' }) orgId: string;
  @Column({ type: 'uuid' }) holderId: string;
  @Column({ type: 'text' }) holderName: string;
  @Column({ type: 'timestamptz' }) heldSince: Date;
  @Column({ type: 'timestamptz' }) heldUntil: Date;
}

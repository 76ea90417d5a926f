import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A capability that two people switched off until a time. */
@Entity({ schema: 'approvals', name: 'capability_switches' })
export class CapabilitySwitchEntity {
  @PrimaryColumn({ type: 'uuid' }) approvalId: string;
  @Column({ type: 'text' }) thing: string;
  @Column({ type: 'uuid' }) thingId: string;
  @Column({ type: 'text' }) capability: string;
  @Column({ type: 'timestamptz' }) until: Date;
  @Column({ type: 'text' }) reason: string;
  /** Whom it is about: their members do not end it. */
  @Column({ type: 'uuid', array: true }) organizations: string[];
  @Column({ type: 'uuid', nullable: true }) endedBy: string | null;
  @Column({ type: 'text', nullable: true }) endedByName: string | null;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'text', nullable: true }) endReason: string | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailTopic } from './mail-topics.js';

@Entity({ schema: 'platform', name: 'mail_messages' })
export class MailMessageEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) recipient: string;
  @Column({ type: 'text' }) subject: string;
  @Column({ type: 'text' }) body: string;
  /** Null: it has none, was sent, or was written by a release that stored it in the body. */
  @Column({ type: 'text', nullable: true }) sealedToken: string | null;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) sentAt: Date | null;
  /** Null: sent before topics existed, or by a release without them. */
  @Column({ type: 'text', nullable: true }) topic: MailTopic | null;
}

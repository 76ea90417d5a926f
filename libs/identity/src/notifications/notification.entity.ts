import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Notifications in the portal, and each person's choice of what is mailed. Without a row a topic is mailed. */
@Entity({ schema: 'identity', name: 'notifications' })
@Index('notifications_at', ['at'])
@Index('notifications_daily', ['userId', 'daily'], { unique: true, where: 'daily is not null' })
@Index('notifications_of_item', ['userId', 'item', 'id'])
@Index('notifications_of_person', ['userId', 'id'])
@Index('notifications_unread', ['userId', 'id'], { where: 'read_at is null' })
export class NotificationEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) userId: string;
  @Column({ type: 'text' }) topic:
    | 'applications'
    | 'reviews'
    | 'checks'
    | 'versions'
    | 'installs'
    | 'disputes'
    | 'webhooks'
    | 'security'
    | 'secrets'
    | 'agreement'
    | 'payouts'
    | 'invoices';
  @Column({ type: 'text' }) subject: string;
  @Column({ type: 'text' }) text: string;
  @Column({ type: 'text', nullable: true }) path: string | null;
  @Column({ type: 'boolean' }) mailed: boolean;
  @Column({ type: 'timestamptz' }) at: Date;
  @Column({ type: 'timestamptz', nullable: true }) readAt: Date | null;
  @Column({ type: 'text', nullable: true }) daily: string | null;
  @Column({ type: 'integer', default: 1 }) times: number;
  @Column({ type: 'bigint', nullable: true }) amount: string | null;
  @Column({ type: 'text', insert: false, update: false }) item: string;
}

@Entity({ schema: 'identity', name: 'mail_choices' })
export class MailChoiceEntity {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  @PrimaryColumn({ type: 'text' }) topic:
    'applications' | 'reviews' | 'checks' | 'versions' | 'installs' | 'disputes' | 'webhooks';
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Notifications in the portal, and each person's choice of what is mailed. Without a row a topic is mailed. */
@Entity({ schema: 'identity', name: 'notifications' })
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

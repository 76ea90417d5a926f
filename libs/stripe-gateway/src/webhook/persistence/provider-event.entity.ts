import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Inbox with one row per provider event, so that repeats are recognised. Handling is tracked per consumer. */
@Entity({ schema: 'stripe_gateway', name: 'provider_events' })
export class ProviderEventEntity {
  @PrimaryColumn({ type: 'text' }) source: 'platform' | 'platform_v2' | 'connect';
  @PrimaryColumn({ type: 'text' }) eventId: string;
  @Column({ type: 'text' }) type: string;
  @Column({ type: 'text', nullable: true }) objectId: string | null;
  @Column({ type: 'boolean' }) livemode: boolean;
  @Column({ type: 'timestamptz' }) occurredAt: Date;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) receivedAt: Date;
  @Column({ type: 'text', nullable: true }) account: string | null;
  @Column({ type: 'text', default: 'webhook' }) via: 'webhook' | 'backfill';
}

@Entity({ schema: 'stripe_gateway', name: 'backfills' })
export class BackfillEntity {
  @PrimaryColumn({ type: 'text' }) source: 'platform' | 'platform_v2' | 'connect';
  @PrimaryColumn({ type: 'text', default: '' }) account: string;
  @Column({ type: 'timestamptz' }) checkedUntil: Date;
  @Column({ type: 'timestamptz', default: () => 'platform.portal_now()' }) ranAt: Date;
  @Column({ type: 'int', default: 0 }) found: number;
}

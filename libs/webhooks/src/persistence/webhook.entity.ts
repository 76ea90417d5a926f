import { bigintColumn } from '@portal/platform/database';
import type { WebhookEventType } from '../domain/event-catalogue.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Webhook endpoints of authors and the host, and the messages to them. */
@Entity({ schema: 'webhooks', name: 'endpoints' })
export class WebhookEndpointEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  /** Null for the host platform. */
  @Column({ type: 'uuid', nullable: true }) orgId: string | null;
  @Column({ type: 'text' }) url: string;
  @Column({ type: 'text' }) description: string;
  @Column({ type: 'text', array: true }) eventTypes: WebhookEventType[];
  /** Messages of an unverified endpoint wait until its URL has passed a test. */
  @Column({ type: 'text', default: 'unverified' }) state: 'unverified' | 'active' | 'disabled';
  @Column({ type: 'text', nullable: true }) disabledReason: string | null;
  @Column({ type: 'timestamptz', nullable: true }) testedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) createdBy: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) removedAt: Date | null;
}

/** The newest secret has no end. At most one more is valid, during its overlap. */
@Entity({ schema: 'webhooks', name: 'secrets' })
export class WebhookSecretEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'uuid' }) endpointId: string;
  @Column({ type: 'text' }) sealed: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endsAt: Date | null;
}

@Entity({ schema: 'webhooks', name: 'messages' })
export class WebhookMessageEntity {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'bigint', transformer: bigintColumn, insert: false, update: false }) seq: bigint;
  @Column({ type: 'uuid' }) endpointId: string;
  @Column({ type: 'uuid' }) eventId: string;
  @Column({ type: 'text' }) type: string;
  @Column({ type: 'text' }) body: string;
  @Column({ type: 'text', default: 'pending' }) state: 'pending' | 'delivered' | 'failed';
  @Column({ type: 'int', default: 0 }) attempts: number;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) nextAttemptAt: Date;
  @Column({ type: 'int', nullable: true }) lastStatus: number | null;
  @Column({ type: 'text', nullable: true }) lastProblem: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
}

@Entity({ schema: 'webhooks', name: 'attempts' })
export class WebhookAttemptEntity {
  @PrimaryColumn({ type: 'uuid' }) messageId: string;
  @PrimaryColumn({ type: 'int' }) n: number;
  @Column({ type: 'timestamptz' }) at: Date;
  @Column({ type: 'int', nullable: true }) status: number | null;
  @Column({ type: 'text', nullable: true }) problem: string | null;
  @Column({ type: 'int' }) tookMs: number;
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StripeGatewayInit1763700000500 implements MigrationInterface {
  name = 'StripeGatewayInit1763700000500';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema if not exists stripe_gateway`);
    // The inbox: one row per event of the provider, so that a repeat is seen as one. Handling is tracked per consumer.
    await q.query(`create table stripe_gateway.provider_events (
      source text not null check (source in ('platform', 'platform_v2')),
      event_id text not null,
      type text not null,
      object_id text,
      livemode boolean not null,
      occurred_at timestamptz not null,
      received_at timestamptz not null default platform.portal_now(),
      primary key (source, event_id))`);
    await q.query(`create index provider_events_object on stripe_gateway.provider_events (object_id, received_at)`);
    await q.query(`create index provider_events_received on stripe_gateway.provider_events (received_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema stripe_gateway cascade`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of connected accounts, events that were fetched because they never arrived, and how far that look-up got. */
export class StripeGatewayInbox1763700002500 implements MigrationInterface {
  name = 'StripeGatewayInbox1763700002500';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table stripe_gateway.provider_events
      drop constraint provider_events_source_check,
      add constraint provider_events_source_check check (source in ('platform', 'platform_v2', 'connect')),
      add column account text,
      add column via text not null default 'webhook' check (via in ('webhook', 'backfill')),
      add constraint provider_events_connect_names_account check ((source = 'connect') = (account is not null))`);
    await q.query(
      `create index provider_events_connect on stripe_gateway.provider_events (account, received_at) where account is not null`,
    );
    await q.query(`create table stripe_gateway.backfills (
      source text not null check (source in ('platform', 'platform_v2', 'connect')),
      account text not null default '',
      checked_until timestamptz not null,
      ran_at timestamptz not null default platform.portal_now(),
      found int not null default 0,
      primary key (source, account))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table stripe_gateway.backfills`);
    await q.query(`delete from stripe_gateway.provider_events where source = 'connect'`);
    await q.query(`alter table stripe_gateway.provider_events drop column account, drop column via,
      drop constraint provider_events_source_check,
      add constraint provider_events_source_check check (source in ('platform', 'platform_v2'))`);
  }
}

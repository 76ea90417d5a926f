import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tenants and ventures of the host, what is installed into them, and what Drives told about it. */
export class InstallsInit1763700000800 implements MigrationInterface {
  name = 'InstallsInit1763700000800';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema installs`);
    await q.query(`create table installs.tenants (
      id uuid primary key,
      name text not null check (length(name) between 1 and 200),
      external_id text not null unique,
      created_at timestamptz not null default platform.portal_now())`);
    await q.query(`create table installs.ventures (
      id uuid primary key,
      tenant_id uuid not null references installs.tenants,
      name text not null check (length(name) between 1 and 200),
      external_id text not null,
      created_at timestamptz not null default platform.portal_now(),
      unique (tenant_id, external_id),
      unique (id, tenant_id))`);
    await q.query(`create table installs.installs (
      id uuid primary key,
      tenant_id uuid not null,
      venture_id uuid not null,
      drive_id uuid not null,
      org_id uuid,
      state text not null check (state in ('requested', 'sending', 'unknown', 'active', 'failed', 'revoking', 'revoked')),
      revision_id uuid not null,
      digest text not null,
      version text,
      origin text not null,
      permissions text[] not null,
      config jsonb not null,
      price_id uuid,
      amount bigint not null default 0 check (amount >= 0),
      currency text,
      drive_install_id text,
      seen_ids text[] not null default '{}',
      scoped_token text,
      mount_url text,
      operator_email text not null,
      failure text,
      metrics jsonb,
      health jsonb,
      polled_at timestamptz,
      events_cursor_ms bigint not null default 0,
      unreachable_since timestamptz,
      activated_at timestamptz,
      ended_at timestamptz,
      revoked_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      foreign key (venture_id, tenant_id) references installs.ventures (id, tenant_id),
      check ((price_id is null) = (amount = 0)),
      constraint installs_active_has_token check (state <> 'active' or (scoped_token is not null and drive_install_id is not null and activated_at is not null)),
      constraint installs_revoked_has_no_token check (state <> 'revoked' or scoped_token is null),
      check ((state in ('revoking', 'revoked')) = (ended_at is not null)))`);
    await q.query(
      `create unique index installs_one_live on installs.installs (venture_id, drive_id) where state not in ('failed', 'revoked')`,
    );
    await q.query(`create index installs_tenant on installs.installs (tenant_id, id)`);
    await q.query(`create index installs_drive_active on installs.installs (drive_id) where state = 'active'`);

    await q.query(`create table installs.drive_events (
      seq bigint generated always as identity primary key,
      install_id uuid not null references installs.installs,
      identity text not null,
      digest text not null,
      kind text not null,
      ts timestamptz not null,
      payload jsonb not null,
      quarantine text,
      seen_at timestamptz not null default platform.portal_now(),
      unique (install_id, identity, digest))`);
    await q.query(`create index drive_events_newest on installs.drive_events (install_id, seq desc)`);

    await q.query(`create table installs.upgrade_prompts (
      id uuid primary key,
      install_id uuid not null references installs.installs,
      from_revision_id uuid not null,
      from_version text,
      to_revision_id uuid not null,
      to_version text,
      digest text not null,
      changes jsonb not null,
      permissions text[] not null,
      state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'superseded')),
      opened_at timestamptz not null default platform.portal_now(),
      answered_at timestamptz,
      answered_by uuid,
      unique (install_id, to_revision_id),
      check ((state = 'open') = (answered_at is null)))`);
    await q.query(
      `create unique index upgrade_prompts_one_open on installs.upgrade_prompts (install_id) where state = 'open'`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema installs cascade`);
  }
}

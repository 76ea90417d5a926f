import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdentityInit1763700000200 implements MigrationInterface {
  name = 'IdentityInit1763700000200';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema if not exists identity`);
    await q.query(`create table identity.users (
      id uuid primary key,
      email text not null check (char_length(email) between 3 and 254 and email = btrim(email)),
      name text not null check (char_length(name) between 1 and 120),
      password_hash text check (password_hash like '$argon2id$%'),
      demo_person text unique,
      email_confirmed_at timestamptz,
      disabled_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      check (demo_person is null or password_hash is null))`);
    await q.query(`create unique index users_email on identity.users (lower(email))`);

    await q.query(`create table identity.email_confirmations (
      user_id uuid primary key references identity.users,
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      expires_at timestamptz not null)`);

    // Sessions and tokens live by wall time: moving the sandbox's test clock signs nobody out.
    await q.query(`create table identity.sessions (
      id uuid primary key,
      user_id uuid not null references identity.users,
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      created_at timestamptz not null default clock_timestamp(),
      last_seen_at timestamptz not null default clock_timestamp(),
      revoked_at timestamptz,
      ip text,
      user_agent text check (char_length(user_agent) <= 300))`);
    await q.query(`create index sessions_user on identity.sessions (user_id, created_at)`);

    await q.query(`create table identity.role_grants (
      id uuid primary key,
      user_id uuid not null references identity.users,
      role text not null check (role in ('author', 'reviewer', 'finance', 'operator', 'admin', 'host')),
      scope_id uuid,
      granted_by uuid references identity.users,
      created_at timestamptz not null default platform.portal_now(),
      constraint role_grants_once unique nulls not distinct (user_id, role, scope_id),
      constraint role_grants_scope check ((role in ('author', 'operator')) = (scope_id is not null)),
      constraint role_grants_not_to_self check (granted_by <> user_id))`);
    await q.query(`create index role_grants_role on identity.role_grants (role, scope_id)`);

    await q.query(`create table identity.api_tokens (
      id uuid primary key,
      user_id uuid not null references identity.users,
      name text not null check (char_length(name) between 1 and 80),
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      prefix text not null check (char_length(prefix) <= 12),
      roles jsonb not null check (jsonb_typeof(roles) = 'array' and jsonb_array_length(roles) > 0),
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz,
      constraint api_tokens_life check (expires_at > created_at and expires_at <= created_at + interval '90 days'))`);
    await q.query(`create index api_tokens_user on identity.api_tokens (user_id, created_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema identity cascade`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdentitySecondFactor1763700001310 implements MigrationInterface {
  name = 'IdentitySecondFactor1763700001310';

  async up(q: QueryRunner): Promise<void> {
    // `last_step` is the newest 30-second step of which a code was taken: no code of it or before is taken again.
    await q.query(`create table identity.totp_factors (
      user_id uuid primary key references identity.users,
      seed text not null check (seed like 'v1.%'),
      created_at timestamptz not null default clock_timestamp(),
      confirmed_at timestamptz,
      last_step bigint,
      constraint totp_factors_confirmed check ((confirmed_at is null) = (last_step is null)))`);

    // The selector is no secret: it says which hash to compare with, so that one try costs one hash.
    await q.query(`create table identity.recovery_codes (
      user_id uuid not null references identity.users,
      selector text not null check (selector ~ '^[A-Z2-7]{4}$'),
      code_hash text not null check (code_hash like '$argon2id$%'),
      used_at timestamptz,
      primary key (user_id, selector))`);

    await q.query(`create table identity.sign_in_challenges (
      id uuid primary key,
      user_id uuid not null references identity.users,
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      tries integer not null default 0 check (tries between 0 and 5),
      expires_at timestamptz not null)`);
    await q.query(`create index sign_in_challenges_user on identity.sign_in_challenges (user_id)`);

    await q.query(`alter table identity.sessions add column second_factor boolean not null default false`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.sessions drop column second_factor`);
    await q.query(`drop table identity.sign_in_challenges, identity.recovery_codes, identity.totp_factors`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdentityAccount1763700001300 implements MigrationInterface {
  name = 'IdentityAccount1763700001300';

  async up(q: QueryRunner): Promise<void> {
    // What anybody asked to be mailed. The worker looks whether the address is known, so that asking takes the same
    // work and gives the same answer for every address.
    await q.query(`create table identity.mail_requests (
      id uuid primary key,
      kind text not null check (kind in ('password_reset', 'confirmation')),
      email text not null check (char_length(email) between 3 and 254),
      requested_at timestamptz not null default clock_timestamp())`);

    await q.query(`create table identity.password_resets (
      user_id uuid primary key references identity.users,
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      expires_at timestamptz not null)`);

    // Tries within a window, per rule and key, for all processes together. Keys are hashes or addresses.
    await q.query(`create table identity.attempts (
      rule text not null,
      key text not null check (char_length(key) <= 120),
      points integer not null check (points >= 0),
      ends_at timestamptz not null,
      primary key (rule, key))`);
    await q.query(`create index attempts_ends on identity.attempts (ends_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table identity.attempts, identity.password_resets, identity.mail_requests`);
  }
}

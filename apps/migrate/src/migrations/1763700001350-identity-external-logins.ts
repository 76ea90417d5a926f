import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdentityExternalLogins1763700001350 implements MigrationInterface {
  name = 'IdentityExternalLogins1763700001350';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table identity.external_logins (
      issuer text not null check (char_length(issuer) between 1 and 500),
      subject text not null check (char_length(subject) between 1 and 255),
      user_id uuid not null references identity.users,
      created_at timestamptz not null default clock_timestamp(),
      primary key (issuer, subject))`);
    await q.query(`create index external_logins_user on identity.external_logins (user_id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table identity.external_logins`);
  }
}

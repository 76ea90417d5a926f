import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecretsAdoption1763700001410 implements MigrationInterface {
  name = 'SecretsAdoption1763700001410';

  async up(q: QueryRunner): Promise<void> {
    // Which key an install's calls were last accepted under, to the minute.
    await q.query(`create table secrets.install_uses (
      install_id uuid not null,
      key_id uuid not null references secrets.signing_keys,
      drive_id uuid not null,
      first_used_at timestamptz not null,
      last_used_at timestamptz not null check (last_used_at >= first_used_at),
      primary key (install_id, key_id))`);
    await q.query(`create index install_uses_drive on secrets.install_uses (drive_id, install_id, last_used_at desc)`);
    // One reminder per ending key and stage, whoever runs the job how often.
    await q.query(`create table secrets.key_reminders (
      key_id uuid not null references secrets.signing_keys,
      hours int not null check (hours in (12, 1)),
      sent_at timestamptz not null,
      primary key (key_id, hours))`);
    await q.query(
      `create index signing_keys_ending on secrets.signing_keys (not_after) where not_after is not null and revoked_at is null`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index secrets.signing_keys_ending`);
    await q.query(`drop table secrets.key_reminders`);
    await q.query(`drop table secrets.install_uses`);
  }
}

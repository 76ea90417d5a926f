import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecretsRehearsals1763700001420 implements MigrationInterface {
  name = 'SecretsRehearsals1763700001420';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table secrets.rehearsals (
      id uuid primary key,
      drive_id uuid not null,
      state text not null check (state in ('running', 'done', 'abandoned')),
      installs int check (installs >= 0),
      created_at timestamptz not null,
      finished_at timestamptz,
      constraint rehearsals_finished check ((state = 'running') = (finished_at is null)),
      constraint rehearsals_counted check (state <> 'done' or installs is not null))`);
    await q.query(
      `create unique index rehearsals_one_running on secrets.rehearsals (drive_id) where state = 'running'`,
    );
    await q.query(`create index rehearsals_drive on secrets.rehearsals (drive_id, created_at desc)`);
    await q.query(`create table secrets.rehearsal_probes (
      rehearsal_id uuid not null references secrets.rehearsals,
      install_id uuid not null,
      role text not null check (role in ('newest', 'previous')),
      key_id uuid not null references secrets.signing_keys,
      outcome text not null check (outcome in ('accepted', 'refused', 'failed', 'unreachable')),
      status int,
      ms int not null check (ms >= 0),
      at timestamptz not null,
      primary key (rehearsal_id, install_id, role),
      constraint rehearsal_probes_status check ((outcome = 'unreachable') = (status is null)))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table secrets.rehearsal_probes`);
    await q.query(`drop table secrets.rehearsals`);
  }
}

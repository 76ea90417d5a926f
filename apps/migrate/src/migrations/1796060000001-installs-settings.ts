import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of installs get versions; a form keeps the order of its author (db/installs/tables.sql, db/listings/tables.sql). */
export class InstallSettings1796060000001 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query('alter table listings.revisions add column if not exists config_schema json');
    await q.query(
      'alter table installs.installs add column if not exists settings_version integer not null default 0 constraint installs_settings_version_check check (settings_version >= 0)',
    );
    await q.query('drop index concurrently if exists installs.installs_settings_unversioned');
    await q.query(
      'create index concurrently installs_settings_unversioned on installs.installs (id) where settings_version = 0',
    );
    await q.query(`create table if not exists installs.settings (
      install_id uuid not null references installs.installs,
      version integer not null check (version > 0),
      revision_id uuid not null,
      config jsonb not null check (jsonb_typeof(config) = 'object'),
      secrets text[] not null default '{}',
      secrets_written text[] not null default '{}',
      reason text check (length(reason) between 1 and 500),
      changed_by uuid,
      changed_by_name text,
      changed_at timestamptz not null default platform.portal_now(),
      primary key (install_id, version)
    )`);
    await q.query(`create or replace trigger append_only before delete or update or truncate on installs.settings for each statement
      execute function platform.refuse_change()`);
    await q.query(`create table if not exists installs.setting_secrets (
      install_id uuid primary key references installs.installs,
      sealed text not null
    )`);
    await q.query(`create table if not exists installs.config_updates (
      install_id uuid primary key references installs.installs,
      settings_version integer not null check (settings_version > 0),
      attempts integer not null default 0 check (attempts >= 0),
      next_try_at timestamptz,
      failure text,
      confirmed_at timestamptz,
      constraint config_updates_open check ((next_try_at is null) = (confirmed_at is not null))
    )`);
    await q.query(
      'create index if not exists config_updates_due on installs.config_updates (next_try_at) where next_try_at is not null',
    );
    // Its file is applied again after this.
    await q.query(`create or replace function installs.end_settings() returns trigger language plpgsql as $$
      begin
        delete from installs.setting_secrets where install_id = new.id;
        delete from installs.config_updates where install_id = new.id;
        return null;
      end $$`);
    await q.query(`create or replace trigger settings_end after update of state on installs.installs for each row
      when (old.state is distinct from new.state and (new.state in ('failed', 'revoked'))) execute function installs.end_settings()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop trigger settings_end on installs.installs');
    await q.query('drop function installs.end_settings()');
    await q.query('drop table installs.config_updates, installs.setting_secrets, installs.settings');
    await q.query('drop index concurrently if exists installs.installs_settings_unversioned');
    await q.query('alter table installs.installs drop column settings_version');
    await q.query('alter table listings.revisions drop column config_schema');
  }
}

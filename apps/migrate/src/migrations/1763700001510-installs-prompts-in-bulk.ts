import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prompts for a hundred thousand installs at once: the difference is kept once per pair of revisions. */
export class InstallsPromptsInBulk1763700001510 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table installs.upgrade_differences (
      from_revision_id uuid not null,
      to_revision_id uuid not null,
      changes jsonb not null check (jsonb_typeof(changes) = 'array'),
      primary key (from_revision_id, to_revision_id))`);
    await q.query(`insert into installs.upgrade_differences
      select distinct on (from_revision_id, to_revision_id) from_revision_id, to_revision_id, changes from installs.upgrade_prompts`);
    await q.query(`create trigger append_only before update or delete or truncate on installs.upgrade_differences
      for each statement execute function platform.refuse_change()`);
    await q.query(`alter table installs.upgrade_prompts
      drop column changes,
      add column outcome text not null default 'consent' check (outcome in ('alone', 'consent', 'blocked')),
      add column reasons text[] not null default '{}',
      add column reminded_at timestamptz,
      add foreign key (from_revision_id, to_revision_id) references installs.upgrade_differences,
      add constraint upgrade_prompts_alone_is_accepted check (outcome <> 'alone' or (state = 'accepted' and answered_by is null)),
      add constraint upgrade_prompts_blocked_is_not_accepted check (outcome <> 'blocked' or state <> 'accepted')`);
    // A tenant that has no row is asked about everything.
    await q.query(`create table installs.upgrade_policies (
      tenant_id uuid primary key references installs.tenants,
      accepts text not null check (accepts in ('nothing', 'harmless')),
      changed_at timestamptz not null default platform.portal_now(),
      changed_by uuid)`);
    await q.query(`drop index installs.installs_drive_active`);
    await q.query(`create index installs_drive_active on installs.installs (drive_id, id) where state = 'active'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.upgrade_prompts add column changes jsonb not null default '[]'`);
    await q.query(`update installs.upgrade_prompts p set changes = d.changes from installs.upgrade_differences d
      where d.from_revision_id = p.from_revision_id and d.to_revision_id = p.to_revision_id`);
    await q.query(
      `alter table installs.upgrade_prompts drop column outcome cascade, drop column reasons, drop column reminded_at`,
    );
    await q.query(`drop table installs.upgrade_differences cascade`);
    await q.query(`drop table installs.upgrade_policies`);
  }
}

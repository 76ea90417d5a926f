import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What running installs need and no longer have, and what was told about agreements (db/installs/tables.sql). */
export class Compliance1796500000006 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('alter table installs.installs add column if not exists paused_at timestamptz');
    await q.query(`create table if not exists installs.compliance_lapses (
      install_id uuid not null references installs.installs,
      gap text not null check (gap in ('baa_required', 'residency_missing', 'compliance_missing', 'claims_unproven')),
      noticed_at timestamptz not null,
      claims text[] not null default '{}',
      since timestamptz not null,
      action text not null check (action in ('warn', 'pause', 'remove')),
      policy_version integer not null check (policy_version > 0),
      acts_at timestamptz,
      acted_at timestamptz,
      ended_at timestamptz,
      ended_how text check (ended_how in ('holds_again', 'install_ended')),
      primary key (install_id, gap, noticed_at),
      constraint compliance_lapses_claims check ((gap = 'claims_unproven') = (cardinality(claims) > 0)),
      constraint compliance_lapses_acts check ((action = 'warn') = (acts_at is null) and acts_at >= noticed_at),
      constraint compliance_lapses_acted check (acted_at is null or acts_at is not null and acted_at >= acts_at),
      constraint compliance_lapses_ended check ((ended_at is null) = (ended_how is null) and ended_at >= noticed_at)
    )`);
    await q.query(
      'create unique index if not exists compliance_lapses_open on installs.compliance_lapses (install_id, gap) where ended_at is null',
    );
    await q.query(
      'create index if not exists compliance_lapses_due on installs.compliance_lapses (acts_at) where ended_at is null and acted_at is null and acts_at is not null',
    );
    await q.query(`create or replace trigger kept before delete or truncate on installs.compliance_lapses
      for each statement execute function platform.refuse_change()`);
    await q.query(`create or replace trigger set_once before update on installs.compliance_lapses for each row
      execute function platform.keep_once_set('install_id', 'gap', 'noticed_at', 'since', 'action', 'policy_version', 'acts_at', 'acted_at', 'ended_at', 'ended_how')`);
    await q.query(`create table if not exists installs.agreement_notices (
      tenant_id uuid not null references installs.tenants,
      baa_until timestamptz not null,
      kind text not null check (kind in ('60_days', '30_days', '7_days', 'ended')),
      noticed_at timestamptz not null,
      primary key (tenant_id, baa_until, kind)
    )`);
    await q.query(`create or replace trigger append_only before delete or update or truncate on installs.agreement_notices
      for each statement execute function platform.refuse_change()`);
    await q.query(`create table if not exists installs.subprocessor_notices (
      id uuid primary key,
      change_id uuid not null,
      drive_id uuid not null,
      org_id uuid,
      tenant_id uuid not null references installs.tenants,
      noticed_at timestamptz not null,
      object_until timestamptz not null,
      objected_at timestamptz,
      objected_by uuid,
      objected_by_name text,
      objection text check (char_length(objection) between 10 and 2000),
      unique (change_id, tenant_id),
      constraint subprocessor_notices_period check (object_until > noticed_at and objected_at < object_until),
      constraint subprocessor_notices_objection check ((objected_at is null) = (objection is null)
        and (objected_at is null) = (objected_by_name is null))
    )`);
    await q.query(
      'create index if not exists subprocessor_notices_of_tenant on installs.subprocessor_notices (tenant_id, drive_id, noticed_at)',
    );
    await q.query(
      'create index if not exists subprocessor_notices_of_drive on installs.subprocessor_notices (drive_id, noticed_at)',
    );
    await q.query(`create or replace trigger kept before delete or truncate on installs.subprocessor_notices
      for each statement execute function platform.refuse_change()`);
    await q.query(`create or replace trigger set_once before update on installs.subprocessor_notices for each row
      execute function platform.keep_once_set('id', 'change_id', 'drive_id', 'tenant_id', 'noticed_at', 'object_until', 'objected_at', 'objected_by', 'objected_by_name', 'objection')`);
    await q.query(`alter table listings.subprocessor_lists
      add column if not exists entries jsonb check (jsonb_typeof(entries) = 'array'),
      add column if not exists pending_entries jsonb check (jsonb_typeof(pending_entries) = 'array')`);
    await q.query(`alter table listings.subprocessor_changes add column if not exists added text[], add column if not exists removed text[],
      add constraint subprocessor_changes_difference check ((added is null) = (removed is null))`);
    await q.query('alter table listings.evidence_notices drop constraint if exists evidence_notices_kind_check');
    await q.query(`alter table listings.evidence_notices add constraint evidence_notices_kind_check
      check (kind in ('60_days', '30_days', '7_days', 'expired'))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('alter table listings.evidence_notices drop constraint evidence_notices_kind_check');
    await q.query('alter table listings.evidence_notices disable trigger append_only');
    await q.query(`delete from listings.evidence_notices where kind = '60_days'`);
    await q.query('alter table listings.evidence_notices enable trigger append_only');
    await q.query(`alter table listings.evidence_notices add constraint evidence_notices_kind_check
      check (kind in ('30_days', '7_days', 'expired'))`);
    await q.query('drop policy if exists caller_reads on listings.subprocessor_changes');
    await q.query('alter table listings.subprocessor_changes drop column added, drop column removed');
    await q.query('alter table listings.subprocessor_lists drop column entries, drop column pending_entries');
    await q.query('drop table installs.subprocessor_notices');
    await q.query('drop table installs.agreement_notices');
    await q.query('drop table installs.compliance_lapses');
    await q.query('alter table installs.installs drop column paused_at');
  }
}

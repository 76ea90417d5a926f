import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Drives have to be told about installs, tried until they have answered (db/installs/tables.sql). */
export class CallPlans1796070000001 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.installs add column if not exists token_refused_at timestamptz,
      add column if not exists token_proof text`);
    await q.query('alter table installs.installs drop constraint if exists installs_token_proof');
    await q.query(`alter table installs.installs add constraint installs_token_proof
      check (token_proof in ('pending', 'refused', 'accepted', 'unanswered')) not valid`);
    await q.query('alter table installs.installs validate constraint installs_token_proof');
    await q.query('alter table installs.installs drop constraint if exists installs_revoked_has_no_token');
    await q.query(`alter table installs.installs add constraint installs_revoked_has_no_token
      check (state <> 'revoked' or scoped_token is null or token_proof = 'pending') not valid`);
    await q.query('alter table installs.installs validate constraint installs_revoked_has_no_token');
    await q.query(`create table if not exists installs.call_plans (
      install_id uuid not null references installs.installs,
      kind text not null check (kind in ('handshake', 'revoke', 'probe')),
      drive_id uuid not null,
      state text not null default 'waiting' check (state in ('waiting', 'attention', 'done', 'given_up')),
      attempts integer not null default 0,
      max_attempts integer not null,
      next_try_at timestamptz,
      last_tried_at timestamptz,
      last_outcome text,
      reported_id text,
      claimed_by uuid,
      claimed_until timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      primary key (install_id, kind),
      constraint call_plans_attempts check (attempts between 0 and max_attempts),
      constraint call_plans_claim check ((claimed_by is null) = (claimed_until is null)),
      constraint call_plans_next check ((state = 'waiting') = (next_try_at is not null))
    )`);
    await q.query(
      `create index if not exists call_plans_due on installs.call_plans (drive_id, next_try_at) where state = 'waiting'`,
    );
    await q.query(
      `create index if not exists call_plans_open on installs.call_plans (install_id) where state in ('waiting', 'attention')`,
    );
    await q.query('drop index concurrently if exists installs.installs_drive_ids');
    await q.query(
      'create index concurrently installs_drive_ids on installs.installs (drive_id, drive_install_id) where drive_install_id is not null',
    );
    // What was stranded until now goes on.
    await q.query(`insert into installs.call_plans (install_id, kind, drive_id, max_attempts, next_try_at)
      select id, case state when 'revoking' then 'revoke' else 'handshake' end, drive_id, 40, platform.portal_now()
      from installs.installs where state in ('requested', 'sending', 'unknown', 'revoking') on conflict do nothing`);
    await q.query('alter table listings.sync_notes drop constraint if exists sync_notes_kind_check');
    await q.query(`alter table listings.sync_notes add constraint sync_notes_kind_check
      check (kind in ('version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable', 'drift', 'subprocessors_unannounced', 'subprocessors_unreadable', 'taken_back', 'author_suspended', 'submission_open', 'price_missing', 'listing_fee_missing', 'token_still_accepted'))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table installs.call_plans');
    await q.query('drop index concurrently if exists installs.installs_drive_ids');
    await q.query(`update installs.installs set scoped_token = null where state = 'revoked'`);
    await q.query('alter table installs.installs drop constraint installs_revoked_has_no_token');
    await q.query(`alter table installs.installs add constraint installs_revoked_has_no_token
      check (state <> 'revoked' or scoped_token is null)`);
    await q.query('alter table installs.installs drop column token_refused_at, drop column token_proof');
    await q.query(`delete from listings.sync_notes where kind = 'token_still_accepted'`);
    await q.query('alter table listings.sync_notes drop constraint sync_notes_kind_check');
    await q.query(`alter table listings.sync_notes add constraint sync_notes_kind_check
      check (kind in ('version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable', 'drift', 'subprocessors_unannounced', 'subprocessors_unreadable', 'taken_back', 'author_suspended', 'submission_open', 'price_missing', 'listing_fee_missing'))`);
  }
}

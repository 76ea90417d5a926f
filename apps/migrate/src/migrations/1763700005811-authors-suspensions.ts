import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable', 'drift', 'subprocessors_unannounced', 'subprocessors_unreadable', 'taken_back'`;

/** Staff suspends a developer account and resumes it: told with a reason, kept for ever. */
export class AuthorsSuspensions1763700005811 implements MigrationInterface {
  name = 'AuthorsSuspensions1763700005811';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table authors.suspensions (
      id uuid primary key,
      org_id uuid not null references authors.developer_accounts (org_id),
      code text not null check (code in ('agreement_breach', 'security_incident', 'identity_in_doubt', 'suspected_fraud', 'other')),
      reason text not null check (char_length(reason) between 20 and 2000),
      suspended_by uuid not null,
      suspended_by_name text not null,
      suspended_at timestamptz not null,
      resumed_by uuid,
      resumed_by_name text,
      resume_reason text check (char_length(resume_reason) between 20 and 2000),
      resumed_at timestamptz,
      constraint suspensions_resumed check ((resumed_at is null) = (resumed_by is null)
        and (resumed_at is null) = (resumed_by_name is null) and (resumed_at is null) = (resume_reason is null)),
      constraint suspensions_in_order check (resumed_at >= suspended_at))`);
    await q.query(`create unique index suspensions_one_open on authors.suspensions (org_id) where resumed_at is null`);
    await q.query(`create index suspensions_newest on authors.suspensions (suspended_at desc, id desc)`);
    // What the author was told stays; only the end is added, once.
    await q.query(`create function authors.suspension_kept() returns trigger language plpgsql as $$
      declare moves constant text[] := array['resumed_by', 'resumed_by_name', 'resume_reason', 'resumed_at'];
      begin
        if (to_jsonb(new) - moves) <> (to_jsonb(old) - moves) or old.resumed_at is not null then
          raise exception 'authors: suspension % is kept as it is', old.id using errcode = '42501', constraint = 'suspensions_kept';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger kept before update on authors.suspensions for each row execute function authors.suspension_kept()`,
    );
    await q.query(
      `create trigger never_removed before delete or truncate on authors.suspensions for each statement execute function platform.refuse_change()`,
    );
    await q.query(`create function authors.account_moves() returns trigger language plpgsql as $$
      begin
        if new.state <> old.state and old.state || '>' || new.state not in ('pending_agreement>active', 'pending_agreement>terminated',
            'active>suspended', 'active>terminated', 'suspended>active', 'suspended>terminated')
            and old.state <> 'terminated' then
          raise exception 'authors: no account goes from % to %', old.state, new.state using errcode = '23514', constraint = 'developer_accounts_moves';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger moves before update of state on authors.developer_accounts for each row execute function authors.account_moves()`,
    );
    await this.kinds(q, `${KINDS}, 'author_suspended'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`delete from listings.sync_notes where kind = 'author_suspended'`);
    await this.kinds(q, KINDS);
    await q.query(`drop trigger moves on authors.developer_accounts`);
    await q.query(`drop function authors.account_moves()`);
    await q.query(`drop table authors.suspensions`);
    await q.query(`drop function authors.suspension_kept()`);
  }

  /** A new version is not followed while the account is suspended, and the author reads why. */
  private async kinds(q: QueryRunner, kinds: string): Promise<void> {
    await q.query(`alter table listings.sync_notes drop constraint sync_notes_kind_check`);
    await q.query(`alter table listings.sync_notes add constraint sync_notes_kind_check check (kind in (${kinds}))`);
  }
}

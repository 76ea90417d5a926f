import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two admins take a second factor off (db/identity/tables.sql). */
export class FactorRemovals1796010000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table identity.factor_removals (
      id uuid primary key,
      user_id uuid not null references identity.users,
      reason text not null check (char_length(reason) between 10 and 1000),
      state text not null default 'requested' check (state in ('requested', 'approved', 'done', 'cancelled', 'expired')),
      requested_by uuid not null references identity.users,
      requested_at timestamptz not null default platform.portal_now(),
      request_token_hash text not null unique check (request_token_hash ~ '^[0-9a-f]{64}$'),
      expires_at timestamptz not null,
      approved_by uuid references identity.users,
      approved_at timestamptz,
      approval_token_hash text unique check (approval_token_hash ~ '^[0-9a-f]{64}$'),
      due_at timestamptz,
      ended_at timestamptz,
      cancelled_by text
        check (cancelled_by in ('person', 'link', 'admin', 'factor_used', 'factor_off', 'person_disabled', 'admin_left')),
      constraint factor_removals_approval check (num_nonnulls(approved_by, approved_at, approval_token_hash, due_at) in (0, 4)
        and (state not in ('requested', 'expired') or approved_by is null) and (state not in ('approved', 'done') or approved_by is not null)),
      constraint factor_removals_ended check ((state in ('done', 'cancelled', 'expired')) = (ended_at is not null)
        and (state = 'cancelled') = (cancelled_by is not null)),
      constraint factor_removals_life check (expires_at > requested_at and expires_at <= (requested_at + '168:00:00'::interval)),
      constraint factor_removals_not_for_oneself check (requested_by <> user_id),
      constraint factor_removals_second_admin check (approved_by <> requested_by and approved_by <> user_id),
      constraint factor_removals_wait check (approved_at >= requested_at and due_at >= approved_at
        and due_at <= (approved_at + '720:00:00'::interval))
    )`);
    await q.query(
      `create unique index factor_removals_one_open on identity.factor_removals (user_id) where state in ('requested', 'approved')`,
    );
    await q.query(`create trigger kept before delete or truncate on identity.factor_removals for each statement
      execute function platform.refuse_change()`);
    // Its file is applied after this, before anything writes the table.
    await q.query(`do $do$ begin
      if to_regprocedure('identity.factor_removal_steps()') is null then
      create function identity.factor_removal_steps() returns trigger language plpgsql as $$ begin return new; end $$;
      end if;
    end $do$`);
    await q.query(`create trigger steps before insert or update on identity.factor_removals for each row
      execute function identity.factor_removal_steps()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop table identity.factor_removals');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PayoutsInit1763700001000 implements MigrationInterface {
  name = 'PayoutsInit1763700001000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema payouts`);
    await q.query(`create table payouts.payout_accounts (
      id uuid primary key,
      org_id uuid not null,
      country text not null check (country ~ '^[A-Z]{2}$'),
      provider_account_id text unique,
      state text not null check (state in ('creating', 'incomplete', 'verifying', 'ready', 'rejected', 'closed')),
      requirements jsonb not null default '[]',
      checked_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      check (state = 'creating' or provider_account_id is not null))`);
    await q.query(
      `create unique index payout_accounts_one_live on payouts.payout_accounts (org_id) where state <> 'closed'`,
    );

    await q.query(`create table payouts.payout_runs (
      id uuid primary key,
      month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
      state text not null check (state in ('computed', 'approved', 'executing', 'settled', 'partially_failed', 'cancelled')),
      paused boolean not null default false,
      pause_reason text,
      cutoff_tx bigint not null,
      input_hash text not null check (input_hash ~ '^[0-9a-f]{64}$'),
      prepared_by uuid not null,
      prepared_by_name text not null,
      prepared_at timestamptz not null default platform.portal_now(),
      approved_at timestamptz,
      executed_at timestamptz,
      settled_at timestamptz)`);
    await q.query(
      `create unique index payout_runs_one_per_month on payouts.payout_runs (month) where state <> 'cancelled'`,
    );

    await q.query(`create table payouts.payout_approvals (
      run_id uuid not null references payouts.payout_runs,
      user_id uuid not null,
      user_name text not null,
      input_hash text not null,
      approved_at timestamptz not null default platform.portal_now(),
      primary key (run_id, user_id))`);
    // Four eyes by the database: whatever the service does, the preparer cannot approve, nor anybody another set.
    await q.query(`create function payouts.approval_check() returns trigger language plpgsql as $$
      declare run payouts.payout_runs;
      begin
        select * into run from payouts.payout_runs where id = new.run_id for update;
        if run.prepared_by = new.user_id then
          raise exception 'payouts: the preparer of run % cannot approve it', new.run_id using errcode = '23514', constraint = 'payout_approvals_second_person';
        end if;
        if run.state <> 'computed' then
          raise exception 'payouts: run % is %, not computed', new.run_id, run.state using errcode = '23514', constraint = 'payout_approvals_state';
        end if;
        if run.input_hash <> new.input_hash then
          raise exception 'payouts: the approval of run % is for another set', new.run_id using errcode = '23514', constraint = 'payout_approvals_hash';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger approval_check before insert on payouts.payout_approvals for each row execute function payouts.approval_check()`,
    );
    await q.query(
      `create trigger append_only before update or delete or truncate on payouts.payout_approvals for each statement execute function platform.refuse_change()`,
    );
    // A run leaves "computed" for "approved" only with an approval on its present hash, and its set is frozen.
    await q.query(`create function payouts.run_check() returns trigger language plpgsql as $$
      begin
        if new.input_hash <> old.input_hash or new.prepared_by <> old.prepared_by or new.month <> old.month or new.cutoff_tx <> old.cutoff_tx then
          raise exception 'payouts: what run % consists of is frozen', old.id using errcode = '23514', constraint = 'payout_runs_frozen';
        end if;
        if new.state <> old.state and (old.state, new.state) not in (('computed', 'approved'), ('computed', 'cancelled'),
          ('approved', 'executing'), ('approved', 'cancelled'), ('executing', 'settled'), ('executing', 'partially_failed')) then
          raise exception 'payouts: run % cannot go from % to %', old.id, old.state, new.state using errcode = '23514', constraint = 'payout_runs_transition';
        end if;
        if old.state = 'computed' and new.state not in ('computed', 'cancelled')
           and not exists (select 1 from payouts.payout_approvals a where a.run_id = new.id and a.input_hash = new.input_hash) then
          raise exception 'payouts: run % has no approval', old.id using errcode = '23514', constraint = 'payout_runs_approved';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger run_check before update on payouts.payout_runs for each row execute function payouts.run_check()`,
    );

    await q.query(`create table payouts.payouts (
      id uuid primary key,
      run_id uuid not null references payouts.payout_runs,
      org_id uuid not null,
      currency text not null,
      balance bigint not null,
      amount bigint not null check (amount >= 0),
      carry bigint not null,
      state text not null check (state in ('computed', 'reserved', 'sending', 'settled', 'failed', 'carried', 'cancelled')),
      reason text not null,
      payout_account_id uuid references payouts.payout_accounts,
      provider_account_id text,
      transfer_group text not null unique,
      failure text,
      settled_at timestamptz,
      unique (run_id, org_id, currency),
      constraint payouts_nothing_lost check (balance = amount + carry),
      check (amount = 0 or provider_account_id is not null),
      check (state <> 'carried' or amount = 0 or failure is not null))`);
    await q.query(`create index payouts_org on payouts.payouts (org_id, run_id)`);

    // What was approved is what is sent: the rows behind the hash never change, and nothing is reserved without approval.
    await q.query(`create function payouts.payout_check() returns trigger language plpgsql as $$
      begin
        if (to_jsonb(new) - array['state', 'failure', 'settled_at']) <> (to_jsonb(old) - array['state', 'failure', 'settled_at']) then
          raise exception 'payouts: payout % is frozen', old.id using errcode = '23514', constraint = 'payouts_frozen';
        end if;
        if new.state <> old.state and (old.state, new.state) not in (('computed', 'reserved'), ('computed', 'carried'),
          ('reserved', 'sending'), ('sending', 'settled'), ('sending', 'carried'),
          ('computed', 'cancelled'), ('reserved', 'cancelled'), ('carried', 'cancelled')) then
          raise exception 'payouts: payout % cannot go from % to %', old.id, old.state, new.state using errcode = '23514', constraint = 'payouts_transition';
        end if;
        if old.state = 'computed' and new.state = 'reserved' and not exists (
          select 1 from payouts.payout_approvals a join payouts.payout_runs r on r.id = a.run_id and r.input_hash = a.input_hash where r.id = new.run_id) then
          raise exception 'payouts: payout % has no approval', old.id using errcode = '23514', constraint = 'payouts_approved';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger payout_check before update on payouts.payouts for each row execute function payouts.payout_check()`,
    );
    for (const table of ['payouts', 'payout_runs']) {
      await q.query(
        `create trigger kept before delete or truncate on payouts.${table} for each statement execute function platform.refuse_change()`,
      );
    }

    // first_sent_at is business time: it runs at least as fast as the wall, and with the processor's clock in a sandbox.
    await q.query(`create table payouts.payout_attempts (
      payout_id uuid not null references payouts.payouts,
      n int not null check (n > 0),
      idempotency_key text not null unique,
      body_hash text not null,
      state text not null check (state in ('sending', 'unknown', 'accepted', 'rejected', 'void')),
      first_sent_at timestamptz not null default platform.portal_now(),
      touched_at timestamptz not null default clock_timestamp(),
      transfer_id text unique,
      answer text,
      primary key (payout_id, n),
      check ((state = 'accepted') = (transfer_id is not null)))`);
    await q.query(
      `create unique index payout_attempts_one_live on payouts.payout_attempts (payout_id) where state in ('sending', 'unknown', 'accepted')`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema payouts cascade`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holds, rounds of a run's preparation, several approvers, leases of attempts, the swap of an account, the bank leg. */
export class PayoutsHoldsAndRuns1763700002300 implements MigrationInterface {
  name = 'PayoutsHoldsAndRuns1763700002300';

  async up(q: QueryRunner): Promise<void> {
    await this.accounts(q);
    await this.holds(q);
    await this.runs(q);
    await this.approvals(q);
    await this.payouts(q);
    await this.attempts(q);
  }

  private async accounts(q: QueryRunner): Promise<void> {
    // A new account is set up beside the one in use; from the moment it takes over it is not paid to until usable_from.
    await q.query(`alter table payouts.payout_accounts
      add column active boolean not null default true,
      add column usable_from timestamptz,
      add column replaces uuid references payouts.payout_accounts,
      add column closed_at timestamptz`);
    await q.query(`update payouts.payout_accounts set active = false where state = 'closed'`);
    await q.query(`alter table payouts.payout_accounts add check (not (active and state = 'closed'))`);
    await q.query(`drop index payouts.payout_accounts_one_live`);
    await q.query(`create unique index payout_accounts_one_active on payouts.payout_accounts (org_id) where active`);
    await q.query(
      `create unique index payout_accounts_one_successor on payouts.payout_accounts (org_id) where not active and state <> 'closed'`,
    );
  }

  private async holds(q: QueryRunner): Promise<void> {
    await q.query(`create table payouts.payout_holds (
      id uuid primary key,
      org_id uuid not null,
      kind text not null check (kind in ('review', 'dispute_rate', 'tax', 'manual')),
      basis_points int not null check (basis_points between 1 and 10000),
      window_months int check (window_months between 1 and 24),
      reason text not null check (length(reason) between 3 and 500),
      automatic boolean not null default false,
      starts_at timestamptz not null,
      ends_at timestamptz,
      made_by uuid,
      made_by_name text not null,
      ended_by_name text,
      end_reason text,
      created_at timestamptz not null default platform.portal_now(),
      check (ends_at is null or ends_at >= starts_at))`);
    await q.query(`create index payout_holds_org on payouts.payout_holds (org_id, starts_at)`);
    await q.query(
      `create unique index payout_holds_one_automatic on payouts.payout_holds (org_id) where automatic and ends_at is null`,
    );
    // Only the end of a hold is ever written: what was told to the author about the rest stays true.
    await q.query(`create function payouts.hold_check() returns trigger language plpgsql as $$
      begin
        if (to_jsonb(new) - array['ends_at', 'ended_by_name', 'end_reason']) <> (to_jsonb(old) - array['ends_at', 'ended_by_name', 'end_reason']) then
          raise exception 'payouts: hold % is frozen', old.id using errcode = '23514', constraint = 'payout_holds_frozen';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger hold_check before update on payouts.payout_holds for each row execute function payouts.hold_check()`,
    );
    await q.query(
      `create trigger kept before delete or truncate on payouts.payout_holds for each statement execute function platform.refuse_change()`,
    );
  }

  private async runs(q: QueryRunner): Promise<void> {
    await q.query(`alter table payouts.payout_runs
      add column computation int not null default 0,
      add column approvals_needed int not null default 1 check (approvals_needed between 1 and 10),
      add column paused_currencies jsonb not null default '{}',
      alter column cutoff_tx drop not null,
      alter column input_hash drop not null,
      drop constraint payout_runs_state_check,
      add check (state in ('draft', 'computing', 'computed', 'approved', 'executing', 'settled', 'partially_failed', 'cancelled')),
      add check (state in ('draft', 'computing', 'cancelled') or (cutoff_tx is not null and input_hash is not null))`);
    // Two runs that are not sent yet would both count the same balances.
    await q.query(
      `create unique index payout_runs_one_open on payouts.payout_runs ((true)) where state in ('draft', 'computing', 'computed', 'approved')`,
    );
    await q.query(`create or replace function payouts.run_check() returns trigger language plpgsql as $$
      declare needed int; given int;
      begin
        if new.month <> old.month or new.id <> old.id then
          raise exception 'payouts: run % is for its month', old.id using errcode = '23514', constraint = 'payout_runs_frozen';
        end if;
        if old.state not in ('draft', 'computing') and new.state <> 'draft' and (new.input_hash, new.prepared_by, new.cutoff_tx, new.computation, new.approvals_needed)
            is distinct from (old.input_hash, old.prepared_by, old.cutoff_tx, old.computation, old.approvals_needed) then
          raise exception 'payouts: what run % consists of is frozen', old.id using errcode = '23514', constraint = 'payout_runs_frozen';
        end if;
        if new.state <> old.state and (old.state, new.state) not in (('draft', 'computing'), ('draft', 'cancelled'),
          ('computing', 'computed'), ('computing', 'draft'), ('computing', 'cancelled'),
          ('computed', 'draft'), ('computed', 'approved'), ('computed', 'cancelled'),
          ('approved', 'executing'), ('approved', 'cancelled'), ('executing', 'settled'), ('executing', 'partially_failed'),
          ('partially_failed', 'executing')) then
          raise exception 'payouts: run % cannot go from % to %', old.id, old.state, new.state using errcode = '23514', constraint = 'payout_runs_transition';
        end if;
        -- Every preparation has its own number, so that approvals of an earlier one do not count, whatever its hash was.
        if old.state in ('draft', 'computing') and new.state = 'computed' and new.computation <= old.computation then
          raise exception 'payouts: run % needs a new computation', old.id using errcode = '23514', constraint = 'payout_runs_computation';
        end if;
        if new.state in ('approved', 'executing') and old.state in ('computed', 'approved') then
          select new.approvals_needed, count(*) into needed, given from payouts.payout_approvals a
            where a.run_id = new.id and a.computation = new.computation and a.input_hash = new.input_hash and a.user_id <> new.prepared_by;
          if given < needed then
            raise exception 'payouts: run % has no approval by % persons', old.id, needed using errcode = '23514', constraint = 'payout_runs_approved';
          end if;
        end if;
        return new;
      end $$`);
  }

  private async approvals(q: QueryRunner): Promise<void> {
    await q.query(`alter table payouts.payout_approvals add column computation int`);
    await q.query(`alter table payouts.payout_approvals disable trigger append_only`);
    await q.query(`update payouts.payout_approvals set computation = 0`);
    await q.query(`alter table payouts.payout_approvals enable trigger append_only`);
    await q.query(`alter table payouts.payout_approvals alter column computation set not null,
      drop constraint payout_approvals_pkey, add primary key (run_id, computation, user_id)`);
    // In "approved" another person may still join: one approver may have lost the role before the execution.
    await q.query(`create or replace function payouts.approval_check() returns trigger language plpgsql as $$
      declare run payouts.payout_runs;
      begin
        select * into run from payouts.payout_runs where id = new.run_id for update;
        if run.prepared_by = new.user_id then
          raise exception 'payouts: the preparer of run % cannot approve it', new.run_id using errcode = '23514', constraint = 'payout_approvals_second_person';
        end if;
        if run.state not in ('computed', 'approved') then
          raise exception 'payouts: run % is %, not computed', new.run_id, run.state using errcode = '23514', constraint = 'payout_approvals_state';
        end if;
        if run.input_hash <> new.input_hash or run.computation <> new.computation then
          raise exception 'payouts: the approval of run % is for another set', new.run_id using errcode = '23514', constraint = 'payout_approvals_hash';
        end if;
        return new;
      end $$`);
  }

  private async payouts(q: QueryRunner): Promise<void> {
    await q.query(`alter table payouts.payouts
      add column held bigint not null default 0 check (held >= 0),
      add column parts jsonb not null default '[]' check (jsonb_typeof(parts) = 'array'),
      add column failure_code text,
      add column retries int not null default 0 check (retries >= 0),
      drop constraint payouts_nothing_lost,
      add constraint payouts_nothing_lost check (balance = amount + carry + held)`);
    await q.query(
      `create index payouts_open on payouts.payouts (run_id) where state in ('computed', 'reserved', 'sending')`,
    );
    await q.query(`create index payouts_failed on payouts.payouts (run_id) where failure is not null`);
    await q.query(`create or replace function payouts.payout_check() returns trigger language plpgsql as $$
      declare moves constant text[] := array['state', 'failure', 'failure_code', 'retries', 'settled_at'];
      begin
        if (to_jsonb(new) - moves) <> (to_jsonb(old) - moves) then
          raise exception 'payouts: payout % is frozen', old.id using errcode = '23514', constraint = 'payouts_frozen';
        end if;
        if new.state <> old.state and (old.state, new.state) not in (('computed', 'reserved'), ('computed', 'carried'),
          ('reserved', 'sending'), ('reserved', 'carried'), ('sending', 'settled'), ('sending', 'carried'), ('carried', 'reserved'),
          ('computed', 'cancelled'), ('reserved', 'cancelled'), ('carried', 'cancelled')) then
          raise exception 'payouts: payout % cannot go from % to %', old.id, old.state, new.state using errcode = '23514', constraint = 'payouts_transition';
        end if;
        if old.state in ('computed', 'carried') and new.state = 'reserved' and not exists (
          select 1 from payouts.payout_approvals a join payouts.payout_runs r on r.id = a.run_id and r.input_hash = a.input_hash and r.computation = a.computation
          where r.id = new.run_id) then
          raise exception 'payouts: payout % has no approval', old.id using errcode = '23514', constraint = 'payouts_approved';
        end if;
        if old.state = 'carried' and new.state = 'reserved' and (old.failure is null or new.retries <= old.retries) then
          raise exception 'payouts: payout % has not failed', old.id using errcode = '23514', constraint = 'payouts_transition';
        end if;
        return new;
      end $$`);
    // What was computed may be computed anew as long as nothing was set aside for it; everything else is kept for ever.
    await q.query(`create function payouts.payout_removal_check() returns trigger language plpgsql as $$
      begin
        if old.state <> 'computed' or not exists (select 1 from payouts.payout_runs r where r.id = old.run_id and r.state = 'computing') then
          raise exception 'payouts: payout % is kept', old.id using errcode = '42501';
        end if;
        return old;
      end $$`);
    await q.query(`drop trigger kept on payouts.payouts`);
    await q.query(
      `create trigger kept_rows before delete on payouts.payouts for each row execute function payouts.payout_removal_check()`,
    );
    await q.query(
      `create trigger kept before truncate on payouts.payouts for each statement execute function platform.refuse_change()`,
    );

    // What a hold has taken from a month, posted in the ledger under hold:<hold>:<month>, and when it goes back.
    await q.query(`create table payouts.held_amounts (
      hold_id uuid not null references payouts.payout_holds,
      month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
      currency text not null,
      org_id uuid not null,
      payout_id uuid not null references payouts.payouts,
      amount bigint not null check (amount > 0),
      release_at timestamptz,
      held_at timestamptz not null default platform.portal_now(),
      released_at timestamptz,
      primary key (hold_id, month, currency))`);
    await q.query(`create index held_amounts_org on payouts.held_amounts (org_id, currency)`);
    await q.query(`create index held_amounts_due on payouts.held_amounts (release_at) where released_at is null`);
    await q.query(`create function payouts.held_amount_check() returns trigger language plpgsql as $$
      begin
        if old.released_at is not null or (to_jsonb(new) - 'released_at') <> (to_jsonb(old) - 'released_at') then
          raise exception 'payouts: what hold % took is frozen', old.hold_id using errcode = '23514', constraint = 'held_amounts_frozen';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger held_amount_check before update on payouts.held_amounts for each row execute function payouts.held_amount_check()`,
    );
    await q.query(
      `create trigger kept before delete or truncate on payouts.held_amounts for each statement execute function platform.refuse_change()`,
    );

    // The author's bank, as the processor tells it. Informational: the ledger settles on the transfer.
    await q.query(`create table payouts.bank_legs (
      payout_id uuid primary key references payouts.payouts,
      bank_payout_id text not null,
      state text not null check (state in ('pending', 'in_transit', 'paid', 'failed', 'returned')),
      arrives_at timestamptz,
      failure text,
      checked_at timestamptz not null default platform.portal_now())`);
    await q.query(`create index bank_legs_bank_payout on payouts.bank_legs (bank_payout_id)`);
  }

  private async attempts(q: QueryRunner): Promise<void> {
    // Leases are wall time, as they guard against workers and not against the processor's memory of keys.
    await q.query(`alter table payouts.payout_attempts
      add column lease_owner uuid,
      add column lease_delivery uuid,
      add column lease_until timestamptz,
      add column balance_transaction_id text,
      add column destination_payment_id text`);
    await q.query(
      `create index payout_attempts_destination on payouts.payout_attempts (destination_payment_id) where destination_payment_id is not null`,
    );
    // One row per rate: the instant at which the next call may leave. Whoever moves it on has a turn.
    await q.query(`create table stripe_gateway.call_pace (
      name text primary key,
      next_at timestamptz not null)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('money that was held cannot be forgotten: restore the backup instead'));
  }
}

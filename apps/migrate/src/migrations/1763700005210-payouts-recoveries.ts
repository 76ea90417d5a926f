import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an author owes us for too long is settled by two people: lost, or paid in another way. */
export class PayoutsRecoveries1763700005210 implements MigrationInterface {
  name = 'PayoutsRecoveries1763700005210';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table payouts.recoveries (
      id uuid primary key,
      org_id uuid not null,
      currency text not null references ledger.currency,
      amount bigint not null check (amount > 0),
      how text not null check (how in ('written_off', 'paid_otherwise')),
      reason text not null check (char_length(reason) between 3 and 2000),
      evidence text check (char_length(evidence) between 3 and 200),
      state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected')),
      proposed_by uuid not null,
      proposed_by_name text not null,
      proposed_at timestamptz not null default platform.portal_now(),
      decided_by uuid,
      decided_by_name text,
      decided_at timestamptz,
      decision_note text check (char_length(decision_note) <= 2000),
      left_owing bigint check (left_owing >= 0),
      check ((state = 'proposed') = (decided_at is null)),
      check ((state = 'approved') = (left_owing is not null)),
      constraint recoveries_evidence check (how <> 'paid_otherwise' or evidence is not null),
      constraint recoveries_second_person check (state <> 'approved' or (decided_by is not null and decided_by <> proposed_by)))`);
    await q.query(
      `create unique index recoveries_one_proposal on payouts.recoveries (org_id, currency) where state = 'proposed'`,
    );
    await q.query(`create index recoveries_recent on payouts.recoveries (proposed_at, id)`);
    await q.query(`create function payouts.recovery_moves() returns trigger language plpgsql as $$
      declare decision text[] := array['state', 'decided_by', 'decided_by_name', 'decided_at', 'decision_note', 'left_owing'];
      begin
        if tg_op = 'INSERT' then
          if new.state <> 'proposed' then
            raise exception 'payouts: a recovery starts as a proposal' using errcode = '23514', constraint = 'recoveries_proposed_first';
          end if;
        elsif old.state <> 'proposed' or (to_jsonb(new) - decision) <> (to_jsonb(old) - decision) then
          raise exception 'payouts: a recovery is decided once' using errcode = '42501', constraint = 'recoveries_pinned';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger moves before insert or update on payouts.recoveries for each row execute function payouts.recovery_moves()`,
    );
    await q.query(
      `create trigger kept before delete or truncate on payouts.recoveries for each statement execute function platform.refuse_change()`,
    );
    // Neither without the other at the end of a transaction: what two people approved, and its posting.
    await q.query(`create function payouts.recovery_is_posted() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from ledger.ledger_tx where idempotency_key = 'recovery:' || new.id) then
          raise exception 'payouts: recovery % is approved and not posted', new.id using errcode = '23514', constraint = 'recoveries_posted';
        end if;
        return null;
      end $$`);
    await q.query(`create constraint trigger posted after update on payouts.recoveries deferrable initially deferred
      for each row when (new.state = 'approved') execute function payouts.recovery_is_posted()`);
    await q.query(`create function payouts.recovery_is_approved() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from payouts.recoveries r where r.id::text = new.source_id and r.state = 'approved' and new.kind = 'recovery_' || r.how) then
          raise exception 'payouts: % is posted for what two people approved only', new.kind using errcode = '23514', constraint = 'recoveries_approved_by_two';
        end if;
        return null;
      end $$`);
    await q.query(`create constraint trigger recovery_is_approved after insert on ledger.ledger_tx deferrable initially deferred
      for each row when (new.kind in ('recovery_written_off', 'recovery_paid_otherwise')) execute function payouts.recovery_is_approved()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop trigger recovery_is_approved on ledger.ledger_tx');
    await q.query('drop table payouts.recoveries');
    for (const name of ['recovery_moves', 'recovery_is_posted', 'recovery_is_approved'])
      await q.query(`drop function payouts.${name}()`);
  }
}

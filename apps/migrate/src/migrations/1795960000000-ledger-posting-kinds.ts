import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What ledger/functions has from now on, as far as the triggers need it. */
const FUNCTIONS = ['posting_allowed', 'accounts_allowed', 'second_person'] as const;

const PERIOD_OPEN = `create or replace function ledger.period_open() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare bad record;
begin
  perform platform.take_lock('ledger.posting', shared => true);
  select n.period, n.kind into bad from (select distinct period, kind from new_rows) n
    join ledger.closed_periods c on c.period = n.period limit 1;
  if found then
    raise exception 'ledger: % is closed and takes no posting of kind %', to_char(bad.period, 'YYYY-MM'), bad.kind
      using errcode = '23514', constraint = 'ledger_period_closed';
  end if;
  return null;
end
$$`;

/** Every posting is of a kind that is known; a closed month takes none of any kind (db/ledger/tables.sql). */
export class PostingKinds1795960000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table ledger.posting_kinds (
      kind text primary key check (kind ~ '^[a-z_]+$'),
      source_type text not null check (source_type ~ '^[a-z_]+$'),
      source_table text check (source_table ~ '^[a-z_]+[.][a-z_]+$'),
      key_form text not null check (key_form ~ '^[a-z_:]*([{]source[}][a-z_:]*)?[*]?[a-z_:]*$' and key_form ~ '[*{]'),
      debits text[] not null check (debits <> '{}'),
      credits text[] not null check (credits <> '{}'),
      decided_by text not null check (decided_by in ('portal', 'person', 'two_people'))
    )`);
    await q.query(`create trigger append_only before delete or update or truncate on ledger.posting_kinds for each statement
      execute function platform.refuse_change()`);
    // Their files are applied after this, together with the kinds; until then nothing is refused.
    for (const name of FUNCTIONS)
      await q.query(`do $do$ begin
        if to_regprocedure('ledger.${name}()') is null then
          create function ledger.${name}() returns trigger language plpgsql as $$ begin return null; end $$;
        end if;
      end $do$`);
    await q.query(`create trigger posting_allowed after insert on ledger.ledger_tx referencing new table as new_rows for each statement
      execute function ledger.posting_allowed()`);
    await q.query(`drop trigger recovery_is_approved on ledger.ledger_tx`);
    await q.query(`create constraint trigger second_person after insert on ledger.ledger_tx deferrable initially deferred for each row
      when (new.kind in ('exception_written_off', 'payout_reserve', 'recovery_paid_otherwise', 'recovery_written_off', 'write_off'))
      execute function ledger.second_person()`);
    await q.query(`create trigger accounts_allowed after insert on ledger.ledger_entry referencing new table as new_rows for each statement
      execute function ledger.accounts_allowed()`);
    await q.query('drop function payouts.recovery_is_approved()');
    // Nothing of its only kind was ever posted. Its function is applied again, from its file, after this.
    await q.query(PERIOD_OPEN);
    await q.query('drop table ledger.late_kinds');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop trigger accounts_allowed on ledger.ledger_entry');
    await q.query('drop trigger second_person on ledger.ledger_tx');
    await q.query('drop trigger posting_allowed on ledger.ledger_tx');
    await q.query(
      `create table ledger.late_kinds (kind text primary key check (kind ~ '^[a-z_]+$'), reason text not null)`,
    );
    await q.query(`create trigger append_only before delete or update or truncate on ledger.late_kinds for each statement
      execute function platform.refuse_change()`);
    await q.query(`create function payouts.recovery_is_approved() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from payouts.recoveries r where r.id::text = new.source_id and r.state = 'approved' and new.kind = 'recovery_' || r.how) then
          raise exception 'payouts: % is posted for what two people approved only', new.kind using errcode = '23514', constraint = 'recoveries_approved_by_two';
        end if;
        return null;
      end $$`);
    await q.query(`create constraint trigger recovery_is_approved after insert on ledger.ledger_tx deferrable initially deferred for each row
      when (new.kind in ('recovery_written_off', 'recovery_paid_otherwise')) execute function payouts.recovery_is_approved()`);
    await q.query('drop table ledger.posting_kinds');
  }
}

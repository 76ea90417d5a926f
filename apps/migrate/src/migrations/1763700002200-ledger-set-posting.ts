import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Posting by sets: a month's invoices are some hundred thousand legs, which went through JSON and two foreign keys per
 * row. What those keys said is now said once per statement, over all its rows. Both referenced tables are append-only
 * for everybody, so what is true when a leg is inserted stays true.
 */
export class LedgerSetPosting1763700002200 implements MigrationInterface {
  name = 'LedgerSetPosting1763700002200';

  async up(q: QueryRunner): Promise<void> {
    await this.checks(q);
    await this.content(q);
    await this.single(q);
    await this.staged(q);
  }

  private async checks(q: QueryRunner): Promise<void> {
    await q.query(
      `alter table ledger.ledger_entry drop constraint ledger_entry_tx_id_fkey, drop constraint ledger_entry_account_currency`,
    );
    // Whole: as many legs as the transaction expects, numbered 1 to that number. The primary key does not let a number
    // come twice, so legs of another statement always fall outside.
    await q.query(`create or replace function ledger.post_check() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare bad record;
      begin
        with per as materialized (
          select tx_id, currency, sum(amount) as off, count(*) as legs, max(seq) as highest from new_rows group by 1, 2)
        select p.tx_id, p.currency, p.off, w.legs, w.highest, t.expected_entries into bad
          from per p
          join (select tx_id, sum(legs) as legs, max(highest) as highest from per group by 1) w using (tx_id)
          left join ledger.ledger_tx t on t.id = p.tx_id
          where p.off <> 0 or t.id is null or w.legs <> t.expected_entries or w.highest > t.expected_entries
          order by (p.off <> 0) desc limit 1;
        if found and bad.off <> 0 then
          raise exception 'ledger: transaction % is out of balance by % %', bad.tx_id, bad.off, bad.currency
            using errcode = '23514', constraint = 'ledger_balanced';
        elsif found and bad.expected_entries is null then
          raise exception 'ledger: there is no transaction %', bad.tx_id using errcode = '23503', constraint = 'ledger_entry_tx';
        elsif found then
          raise exception 'ledger: transaction % is not posted whole by one statement', bad.tx_id
            using errcode = '23514', constraint = 'ledger_posted_whole';
        end if;
        select n.account_id, n.currency into bad from (select distinct account_id, currency from new_rows) n
          left join ledger.ledger_account a on a.id = n.account_id and a.currency = n.currency where a.id is null limit 1;
        if found then
          raise exception 'ledger: account % is not in %', bad.account_id, bad.currency
            using errcode = '23503', constraint = 'ledger_entry_account_currency';
        end if;
        -- Locks in the order of account ids, so that two postings over the same accounts never wait for each other.
        perform 1 from ledger.account_balance where account_id in (select account_id from new_rows) order by account_id for update;
        with moved as (
          update ledger.account_balance b set debits = b.debits + d.debits, credits = b.credits + d.credits, version = b.version + 1
          from (select account_id, sum(greatest(amount, 0)) as debits, sum(greatest(-amount, 0)) as credits from new_rows group by 1) d
          where b.account_id = d.account_id returning b.account_id, b.debits, b.credits)
        select m.account_id, a.code into bad from moved m
          join ledger.ledger_account a on a.id = m.account_id
          join ledger.account_code c on c.code = a.code
          where (case when c.kind in ('asset', 'expense') then m.debits - m.credits else m.credits - m.debits end) < c.floor limit 1;
        if found then
          raise exception 'ledger: account % (%) would fall below its floor', bad.account_id, bad.code
            using errcode = '23514', constraint = 'ledger_floor';
        end if;
        return null;
      end $$`);
  }

  private async content(q: QueryRunner): Promise<void> {
    // A repeated key is compared with what was booked, leg by leg; a digest of it is no longer needed.
    await q.query(`alter table ledger.ledger_tx drop column payload_hash`);
    await q.query(`create view ledger.booked_legs as
      select t.id as tx_id, t.idempotency_key as key, a.code, a.owner_id, e.currency, e.amount
      from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id`);
  }

  private async single(q: QueryRunner): Promise<void> {
    await q.query(`drop function ledger.post(jsonb)`);
    await q.query(`drop function ledger.txs(jsonb)`);
    await q.query(`create function ledger.post(batch jsonb) returns table (idempotency_key text, tx_id bigint, already_posted boolean)
      language plpgsql as $$
      #variable_conflict use_column
      declare
        fresh bigint[];
        bad text;
      begin
        perform pg_advisory_xact_lock_shared(x'6c656467'::int);
        insert into ledger.ledger_account (code, owner_id, currency)
          select l.code, l.owner_id, l.currency from ledger.legs(batch) l
          where not exists (select 1 from ledger.ledger_account a where a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency)
          group by 1, 2, 3 order by 1, 2, 3
          on conflict do nothing;
        with given as (
          select l.key, l.kind, l.source_type, l.source_id, l.effective_at, l.reverses, count(*)::int as legs
          from ledger.legs(batch) l group by 1, 2, 3, 4, 5, 6),
        added as (
          insert into ledger.ledger_tx (kind, idempotency_key, source_type, source_id, effective_at, reverses_tx_id, expected_entries)
          select g.kind, g.key, g.source_type, g.source_id, g.effective_at, g.reverses, g.legs from given g order by g.key
          on conflict on constraint ledger_tx_idempotency_key do nothing
          returning id)
        select coalesce(array_agg(id), '{}') into fresh from added;
        select t.idempotency_key into bad
          from (select distinct l.key, l.kind, l.source_type, l.source_id, l.reverses from ledger.legs(batch) l) g
          join ledger.ledger_tx t on t.idempotency_key = g.key
          where t.id <> all (fresh)
            and ((t.kind, t.source_type, t.source_id, t.reverses_tx_id) is distinct from (g.kind, g.source_type, g.source_id, g.reverses)
              or exists (select l.code, l.owner_id, l.currency, l.amount from ledger.legs(batch) l where l.key = g.key
                except all select b.code, b.owner_id, b.currency, b.amount from ledger.booked_legs b where b.tx_id = t.id)
              or exists (select b.code, b.owner_id, b.currency, b.amount from ledger.booked_legs b where b.tx_id = t.id
                except all select l.code, l.owner_id, l.currency, l.amount from ledger.legs(batch) l where l.key = g.key))
          limit 1;
        if found then
          raise exception 'ledger: key % was posted with other content', bad using errcode = '23505', constraint = 'ledger_same_content';
        end if;
        insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount)
          select t.id, row_number() over (partition by t.id order by l.n), a.id, l.currency, l.amount
          from unnest(fresh) f(id) join ledger.ledger_tx t on t.id = f.id
          join ledger.legs(batch) l on l.key = t.idempotency_key
          join ledger.ledger_account a on a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency;
        return query select t.idempotency_key, t.id, not (t.id = any (fresh))
          from (select distinct l.key from ledger.legs(batch) l) k join ledger.ledger_tx t on t.idempotency_key = k.key;
      end $$`);
  }

  private async staged(q: QueryRunner): Promise<void> {
    // Tables of this connection alone, empty again after every transaction. The names are not qualified in the function
    // below because a connection's own tables are in a schema of its own.
    await q.query(`create function ledger.stage() returns void language plpgsql as $$
      begin
        if to_regclass('pg_temp.posting_txs') is null then
          create temp table posting_txs (ref uuid not null, key text not null, kind text not null, source_type text not null,
            source_id text not null, effective_at timestamptz not null, reverses bigint) on commit delete rows;
          create temp table posting_legs (ref uuid not null, code text not null, owner_id uuid not null, currency text not null,
            amount bigint not null) on commit delete rows;
          create temp table posting_fresh (id bigint not null, ref uuid not null) on commit delete rows;
        else
          truncate posting_txs, posting_legs, posting_fresh;
        end if;
      end $$`);
    await q.query(`create function ledger.post_staged() returns table (posted bigint, repeated bigint) language plpgsql as $$
      declare
        given bigint;
        added bigint;
        bad text;
      begin
        perform pg_advisory_xact_lock_shared(x'6c656467'::int);
        analyze posting_txs;
        analyze posting_legs;
        select count(*) into given from posting_txs;
        insert into ledger.ledger_account (code, owner_id, currency)
          select l.code, l.owner_id, l.currency from (select distinct code, owner_id, currency from posting_legs) l
          where not exists (select 1 from ledger.ledger_account a where a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency)
          order by 1, 2, 3
          on conflict do nothing;
        with counted as (select ref, count(*)::int as legs from posting_legs group by 1),
        booked as (
          insert into ledger.ledger_tx (kind, idempotency_key, source_type, source_id, effective_at, reverses_tx_id, expected_entries)
          select t.kind, t.key, t.source_type, t.source_id, t.effective_at, t.reverses, coalesce(c.legs, 0)
          from posting_txs t left join counted c using (ref) order by t.key
          on conflict on constraint ledger_tx_idempotency_key do nothing
          returning id, idempotency_key)
        insert into posting_fresh select b.id, t.ref from booked b join posting_txs t on t.key = b.idempotency_key;
        get diagnostics added = row_count;
        if added < given then
          select t.idempotency_key into bad from posting_txs g join ledger.ledger_tx t on t.idempotency_key = g.key
            where not exists (select 1 from posting_fresh f where f.ref = g.ref)
              and ((t.kind, t.source_type, t.source_id, t.reverses_tx_id) is distinct from (g.kind, g.source_type, g.source_id, g.reverses)
                or exists (select l.code, l.owner_id, l.currency, l.amount from posting_legs l where l.ref = g.ref
                  except all select b.code, b.owner_id, b.currency, b.amount from ledger.booked_legs b where b.tx_id = t.id)
                or exists (select b.code, b.owner_id, b.currency, b.amount from ledger.booked_legs b where b.tx_id = t.id
                  except all select l.code, l.owner_id, l.currency, l.amount from posting_legs l where l.ref = g.ref))
            limit 1;
          if found then
            raise exception 'ledger: key % was posted with other content', bad using errcode = '23505', constraint = 'ledger_same_content';
          end if;
        end if;
        analyze posting_fresh;
        insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount)
          select f.id, row_number() over (partition by f.id), a.id, l.currency, l.amount
          from posting_fresh f join posting_legs l using (ref)
          join ledger.ledger_account a on a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency;
        return query select added, given - added;
      end $$`);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('the digests of earlier postings are gone: restore a backup instead'));
  }
}

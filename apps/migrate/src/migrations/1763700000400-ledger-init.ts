import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Double entry kept by the database itself: whoever writes, with whatever code, cannot store a transaction that is out
 * of balance, half posted, changed afterwards, or booked twice.
 */
export class LedgerInit1763700000400 implements MigrationInterface {
  name = 'LedgerInit1763700000400';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema ledger`);
    await this.tables(q);
    await this.appendOnly(q);
    await this.balances(q);
    await this.postedWhole(q);
    await this.posting(q);
  }

  private async tables(q: QueryRunner): Promise<void> {
    await q.query(`create table ledger.currency (
      code text primary key check (code ~ '^[a-z]{3}$'),
      exponent smallint not null check (exponent between 0 and 3),
      charge_multiple int not null default 1 check (charge_multiple > 0),
      payout_multiple int not null default 1 check (payout_multiple > 0),
      min_charge bigint not null check (min_charge > 0),
      min_payout bigint not null check (min_payout > 0))`);
    await q.query(`insert into ledger.currency (code, exponent, charge_multiple, payout_multiple, min_charge, min_payout) values
      ('usd', 2, 1, 1, 50, 2500), ('eur', 2, 1, 1, 50, 2500), ('gbp', 2, 1, 1, 30, 2500), ('chf', 2, 1, 1, 50, 2500),
      ('cad', 2, 1, 1, 50, 2500), ('jpy', 0, 1, 1, 50, 3000), ('huf', 2, 1, 100, 17500, 1000000), ('kwd', 3, 10, 10, 200, 8000)`);
    await q.query(`create table ledger.account_code (
      code text primary key check (code ~ '^[a-z_]+$'),
      kind text not null check (kind in ('asset', 'liability', 'revenue', 'expense')),
      owned boolean not null,
      floor bigint,
      live boolean not null,
      unique (code, owned),
      check (floor is null or live))`);
    await q.query(`insert into ledger.account_code (code, kind, owned, floor, live) values
      ('tenant_receivable', 'asset', false, null, false), ('stripe_balance', 'asset', false, null, false),
      ('platform_at_risk', 'asset', false, 0, true),
      ('author_pending', 'liability', true, 0, true), ('author_payable', 'liability', true, null, true),
      ('author_disputed', 'liability', true, 0, true), ('author_reserve', 'liability', true, 0, true),
      ('payout_clearing', 'liability', false, 0, true),
      ('platform_revenue', 'revenue', false, null, false), ('listing_fee_revenue', 'revenue', false, null, false),
      ('first_party_revenue', 'revenue', false, null, false), ('tax_payable', 'liability', false, null, false),
      ('processor_fee', 'expense', false, null, false), ('dispute_fee', 'expense', false, null, false),
      ('fx_difference', 'expense', false, null, false), ('bad_debt', 'expense', false, null, false),
      ('suspense', 'liability', false, null, false)`);
    await q.query(`create table ledger.ledger_account (
      id bigint generated always as identity primary key,
      code text not null,
      owned boolean not null generated always as (owner_id <> '00000000-0000-0000-0000-000000000000') stored,
      owner_id uuid not null default '00000000-0000-0000-0000-000000000000',
      currency text not null references ledger.currency,
      created_at timestamptz not null default platform.portal_now(),
      unique (code, owner_id, currency),
      unique (id, currency),
      constraint ledger_account_code_owned foreign key (code, owned) references ledger.account_code (code, owned))`);
    await q.query(`create table ledger.ledger_tx (
      id bigint generated always as identity primary key,
      kind text not null check (kind ~ '^[a-z_]+$'),
      idempotency_key text not null check (length(idempotency_key) between 3 and 255),
      payload_hash bytea not null check (length(payload_hash) = 32),
      source_type text not null,
      source_id text not null,
      effective_at timestamptz not null,
      period date not null generated always as ((date_trunc('month', effective_at at time zone 'UTC'))::date) stored,
      posted_at timestamptz not null default platform.portal_now(),
      reverses_tx_id bigint references ledger.ledger_tx,
      expected_entries int not null check (expected_entries >= 2),
      constraint ledger_tx_idempotency_key unique (idempotency_key),
      constraint ledger_tx_reversed_once unique (reverses_tx_id))`);
    await q.query(`create index ledger_tx_source on ledger.ledger_tx (source_type, source_id)`);
    // Debit positive, credit negative. The second foreign key ties the currency of a leg to that of its account.
    await q.query(`create table ledger.ledger_entry (
      tx_id bigint not null references ledger.ledger_tx,
      seq int not null check (seq > 0),
      account_id bigint not null,
      currency text not null,
      amount bigint not null check (amount <> 0),
      primary key (tx_id, seq),
      constraint ledger_entry_account_currency foreign key (account_id, currency) references ledger.ledger_account (id, currency))`);
    await q.query(`create index ledger_entry_account on ledger.ledger_entry (account_id, tx_id, seq) include (amount)`);
    await q.query(`create table ledger.account_balance (
      account_id bigint primary key references ledger.ledger_account,
      debits numeric(30) not null default 0 check (debits >= 0),
      credits numeric(30) not null default 0 check (credits >= 0),
      version bigint not null default 0)`);
  }

  private async appendOnly(q: QueryRunner): Promise<void> {
    for (const table of ['ledger_tx', 'ledger_entry', 'ledger_account', 'account_code']) {
      await q.query(`create trigger append_only before update or delete or truncate on ledger.${table}
        for each statement execute function platform.refuse_change()`);
    }
    // Balances change only from inside the posting triggers, never by a statement of anybody.
    await q.query(`create function ledger.refuse_direct_change() returns trigger language plpgsql as $$
      begin
        if pg_trigger_depth() < 2 then
          raise exception 'ledger: %.% is kept by its triggers', tg_table_schema, tg_table_name using errcode = '42501';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger kept_by_triggers before insert or update or delete or truncate on ledger.account_balance
      for each statement execute function ledger.refuse_direct_change()`);
  }

  private async balances(q: QueryRunner): Promise<void> {
    // The balance row exists before anybody locks it, so two first postings to one account queue up behind it.
    await q.query(`create function ledger.open_balance() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        insert into ledger.account_balance (account_id)
        select new.id from ledger.account_code c where c.code = new.code and c.live;
        return null;
      end $$`);
    await q.query(
      `create trigger open_balance after insert on ledger.ledger_account for each row execute function ledger.open_balance()`,
    );
  }

  private async postedWhole(q: QueryRunner): Promise<void> {
    // The legs are counted over all rows of the transaction, not over the inserted ones: otherwise a second balanced
    // pair could be added to a transaction that was posted long ago.
    await q.query(`create function ledger.post_check() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare bad record;
      begin
        select tx_id, currency, sum(amount) as off into bad from new_rows group by 1, 2 having sum(amount) <> 0 limit 1;
        if found then
          raise exception 'ledger: transaction % is out of balance by % %', bad.tx_id, bad.off, bad.currency
            using errcode = '23514', constraint = 'ledger_balanced';
        end if;
        select n.tx_id into bad from (select distinct tx_id from new_rows) n
          join ledger.ledger_tx t on t.id = n.tx_id
          where t.expected_entries <> (select count(*) from ledger.ledger_entry e where e.tx_id = n.tx_id) limit 1;
        if found then
          raise exception 'ledger: transaction % is not posted whole by one statement', bad.tx_id
            using errcode = '23514', constraint = 'ledger_posted_whole';
        end if;
        -- Locks in the order of account ids, so that two postings over the same accounts never wait for each other.
        perform 1 from ledger.account_balance where account_id in (select account_id from new_rows) order by account_id for update;
        update ledger.account_balance b set debits = b.debits + d.debits, credits = b.credits + d.credits, version = b.version + 1
          from (select account_id, sum(greatest(amount, 0)) as debits, sum(greatest(-amount, 0)) as credits from new_rows group by 1) d
          where b.account_id = d.account_id;
        select b.account_id, a.code into bad from (select distinct account_id from new_rows) n
          join ledger.account_balance b using (account_id)
          join ledger.ledger_account a on a.id = b.account_id
          join ledger.account_code c on c.code = a.code
          where (case when c.kind in ('asset', 'expense') then b.debits - b.credits else b.credits - b.debits end) < c.floor limit 1;
        if found then
          raise exception 'ledger: account % (%) would fall below its floor', bad.account_id, bad.code
            using errcode = '23514', constraint = 'ledger_floor';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger post_check after insert on ledger.ledger_entry referencing new table as new_rows
      for each statement execute function ledger.post_check()`);
    await q.query(`create function ledger.tx_has_entries() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        if not exists (select 1 from ledger.ledger_entry where tx_id = new.id) then
          raise exception 'ledger: transaction % has no entries', new.id using errcode = '23514', constraint = 'ledger_tx_has_entries';
        end if;
        return null;
      end $$`);
    await q.query(`create constraint trigger tx_has_entries after insert on ledger.ledger_tx deferrable initially deferred
      for each row execute function ledger.tx_has_entries()`);
  }

  private async posting(q: QueryRunner): Promise<void> {
    // One call for one transaction or for thousands. Rows of the argument are legs:
    // {key, kind, source_type, source_id, effective_at, reverses, code, owner_id, currency, amount}.
    // The shared lock lets ledger.cutoff() wait until every posting with a lower id has ended.
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
        with given as (select * from ledger.txs(batch)),
        added as (
          insert into ledger.ledger_tx (kind, idempotency_key, payload_hash, source_type, source_id, effective_at, reverses_tx_id, expected_entries)
          select g.kind, g.key, g.hash, g.source_type, g.source_id, g.effective_at, g.reverses, g.legs from given g order by g.key
          on conflict on constraint ledger_tx_idempotency_key do nothing
          returning id)
        select coalesce(array_agg(id), '{}') into fresh from added;
        select g.key into bad from ledger.txs(batch) g join ledger.ledger_tx t on t.idempotency_key = g.key where t.payload_hash <> g.hash limit 1;
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
    await q.query(`create function ledger.legs(batch jsonb) returns table (n bigint, key text, kind text, source_type text, source_id text,
        effective_at timestamptz, reverses bigint, code text, owner_id uuid, currency text, amount bigint)
      language sql stable as $$
        select ordinality, x.key, x.kind, x.source_type, x.source_id, x.effective_at, x.reverses, x.code,
          coalesce(x.owner_id, '00000000-0000-0000-0000-000000000000'), x.currency, x.amount
        from rows from (jsonb_to_recordset(batch) as (key text, kind text, source_type text, source_id text, effective_at timestamptz,
          reverses bigint, code text, owner_id uuid, currency text, amount bigint)) with ordinality as x
      $$`);
    // What counts as the content of a posting: kind, source, what it reverses, and its legs in any order.
    await q.query(`create function ledger.txs(batch jsonb) returns table (key text, kind text, source_type text, source_id text,
        effective_at timestamptz, reverses bigint, legs int, hash bytea)
      language sql stable as $$
        select l.key, l.kind, l.source_type, l.source_id, l.effective_at, l.reverses, count(*)::int,
          sha256(convert_to(concat_ws('|', l.kind, l.source_type, l.source_id, coalesce(l.reverses::text, '-'),
            string_agg(concat_ws(':', l.code, l.owner_id, l.currency, l.amount), ',' order by l.code collate "C", l.owner_id, l.currency collate "C", l.amount)), 'UTF8'))
        from ledger.legs(batch) l group by 1, 2, 3, 4, 5, 6
      $$`);
    await q.query(`create function ledger.cutoff() returns bigint language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(x'6c656467'::int);
        return (select coalesce(max(id), 0) from ledger.ledger_tx);
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema ledger cascade`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a provider takes per currency; balances of busy accounts that need not be summed from the beginning; months that
 * take no posting any more; and seals, by which a change made past every trigger shows.
 */
export class LedgerDepth1763700002220 implements MigrationInterface {
  name = 'LedgerDepth1763700002220';

  async up(q: QueryRunner): Promise<void> {
    await this.currencies(q);
    await this.snapshots(q);
    await this.periods(q);
    await this.seals(q);
    for (const table of ['account_snapshot', 'closed_periods', 'late_kinds', 'seals'])
      await q.query(`create trigger append_only before update or delete or truncate on ledger.${table}
        for each statement execute function platform.refuse_change()`);
  }

  private async currencies(q: QueryRunner): Promise<void> {
    await q.query(`alter table ledger.currency
      add constraint currency_multiples check (min_charge % charge_multiple = 0 and min_payout % payout_multiple = 0)`);
    for (const { codes, exponent, charge, payout, least } of CURRENCIES)
      for (const [code, minCharge, minPayout] of codes.map((one) => [one, ...(least[one] ?? least['*']!)] as const))
        await q.query(
          `insert into ledger.currency (code, exponent, charge_multiple, payout_multiple, min_charge, min_payout)
           values ($1, $2, $3, $4, $5, $6) on conflict (code) do nothing`,
          [code, exponent, charge, payout, minCharge, minPayout],
        );
    await q.query(`update ledger.currency set payout_multiple = 100 where code in ('huf', 'twd', 'isk', 'ugx')`);
  }

  private async snapshots(q: QueryRunner): Promise<void> {
    await q.query(`create table ledger.account_snapshot (
      account_id bigint not null references ledger.ledger_account,
      as_of_tx bigint not null,
      debits numeric(30) not null check (debits >= 0),
      credits numeric(30) not null check (credits >= 0),
      taken_at timestamptz not null default platform.portal_now(),
      primary key (account_id, as_of_tx))`);
    // \`as_of\` must be a cut-off: nothing with a lower id may appear later.
    await q.query(`create function ledger.take_snapshots(as_of bigint) returns bigint language plpgsql as $$
      declare taken bigint;
      begin
        insert into ledger.account_snapshot (account_id, as_of_tx, debits, credits)
          select a.id, as_of, coalesce(s.debits, 0) + m.debits, coalesce(s.credits, 0) + m.credits
          from ledger.ledger_account a
          join ledger.account_code c on c.code = a.code and not c.live
          left join lateral (select * from ledger.account_snapshot p where p.account_id = a.id and p.as_of_tx < as_of order by p.as_of_tx desc limit 1) s on true
          cross join lateral (
            select coalesce(sum(greatest(e.amount, 0)), 0) as debits, coalesce(sum(greatest(-e.amount, 0)), 0) as credits, count(*) as n
            from ledger.ledger_entry e where e.account_id = a.id and e.tx_id > coalesce(s.as_of_tx, 0) and e.tx_id <= as_of) m
          where m.n > 0
          on conflict do nothing;
        get diagnostics taken = row_count;
        return taken;
      end $$`);
  }

  private async periods(q: QueryRunner): Promise<void> {
    await q.query(`create table ledger.closed_periods (
      period date primary key check (extract(day from period) = 1),
      as_of_tx bigint not null,
      closed_at timestamptz not null default platform.portal_now())`);
    await q.query(
      `create table ledger.late_kinds (kind text primary key check (kind ~ '^[a-z_]+$'), reason text not null)`,
    );
    await q.query(`insert into ledger.late_kinds (kind, reason) values
      ('correction', 'An error found by an audit after the close, booked into the month that it belongs to')`);
    await q.query(`insert into ledger.closed_periods (period, as_of_tx)
      select p.month, coalesce((select max(id) from ledger.ledger_tx), 0) from billing.periods p where p.state = 'closed'`);
    // The lock makes a posting that is under way end before its month is closed, and a later one see that it is.
    await q.query(`create function ledger.period_open() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare bad record;
      begin
        perform pg_advisory_xact_lock_shared(x'6c656467'::int);
        select n.period, n.kind into bad from (select distinct period, kind from new_rows) n
          join ledger.closed_periods c on c.period = n.period
          where not exists (select 1 from ledger.late_kinds k where k.kind = n.kind) limit 1;
        if found then
          raise exception 'ledger: % is closed and takes no posting of kind %', to_char(bad.period, 'YYYY-MM'), bad.kind
            using errcode = '23514', constraint = 'ledger_period_closed';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger period_open after insert on ledger.ledger_tx referencing new table as new_rows
      for each statement execute function ledger.period_open()`);
  }

  private async seals(q: QueryRunner): Promise<void> {
    await q.query(`create table ledger.seals (
      id bigint generated always as identity primary key,
      from_tx bigint not null unique,
      to_tx bigint not null unique check (to_tx > from_tx),
      transactions bigint not null check (transactions > 0),
      previous bytea not null check (length(previous) = 32),
      sha256 bytea not null check (length(sha256) = 32),
      sealed_at timestamptz not null default platform.portal_now())`);
    // What a transaction says, field by field; \`from_tx\` exclusive, \`to_tx\` inclusive.
    await q.query(`create function ledger.seal_digest(from_tx bigint, to_tx bigint, previous bytea) returns bytea language sql stable as $$
      select sha256($3 || convert_to(coalesce(string_agg(concat_ws('|', t.id, t.kind, t.idempotency_key, t.source_type, t.source_id,
          extract(epoch from t.effective_at), coalesce(t.reverses_tx_id::text, '-'), t.expected_entries, l.legs), E'\\n' order by t.id), ''), 'UTF8'))
      from ledger.ledger_tx t
      left join lateral (
        select string_agg(concat_ws(':', e.seq, a.code, a.owner_id, e.currency, e.amount), ',' order by e.seq) as legs
        from ledger.ledger_entry e left join ledger.ledger_account a on a.id = e.account_id where e.tx_id = t.id) l on true
      where t.id > $1 and t.id <= $2 $$`);
    await q.query(`create function ledger.seal_next(up_to bigint, most int) returns bigint language plpgsql as $$
      declare
        head record;
        last bigint;
        n bigint;
      begin
        perform pg_advisory_xact_lock(x'7365616c'::int);
        select coalesce(max(s.to_tx), 0) as to_tx, coalesce((select p.sha256 from ledger.seals p order by p.id desc limit 1), sha256('')) as sha256
          into head from ledger.seals s;
        select max(id), count(*) into last, n from (select id from ledger.ledger_tx where id > head.to_tx and id <= up_to order by id limit most) due;
        if n > 0 then
          insert into ledger.seals (from_tx, to_tx, transactions, previous, sha256)
            values (head.to_tx, last, n, head.sha256, ledger.seal_digest(head.to_tx, last, head.sha256));
        end if;
        return n;
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger period_open on ledger.ledger_tx`);
    for (const name of [
      'period_open()',
      'take_snapshots(bigint)',
      'seal_next(bigint, int)',
      'seal_digest(bigint, bigint, bytea)',
    ])
      await q.query(`drop function ledger.${name}`);
    for (const table of ['seals', 'closed_periods', 'late_kinds', 'account_snapshot'])
      await q.query(`drop table ledger.${table}`);
    await q.query(`alter table ledger.currency drop constraint currency_multiples`);
  }
}

interface CurrencyGroup {
  codes: string[];
  exponent: number;
  /** Charges and payouts are whole multiples of these, in minor units. */
  charge: number;
  payout: number;
  /** Least charge and least payout in minor units; \`*\` for the others of the group. */
  least: Record<string, [charge: number, payout: number]>;
}

/** Stripe counts ISK and UGX in hundredths although neither has any, and takes whole units only. */
const CURRENCIES: CurrencyGroup[] = [
  {
    codes: 'aed aud brl czk dkk hkd ils inr mxn myr nok nzd php pln ron sek sgd thb try zar'.split(' '),
    exponent: 2,
    charge: 1,
    payout: 1,
    least: {
      '*': [100, 5000],
      aed: [200, 10_000],
      aud: [50, 4000],
      brl: [50, 15_000],
      czk: [1500, 60_000],
      dkk: [250, 20_000],
      hkd: [400, 20_000],
      inr: [50, 200_000],
      mxn: [1000, 50_000],
      myr: [200, 12_000],
      nok: [300, 25_000],
      nzd: [50, 4000],
      php: [3000, 150_000],
      pln: [200, 10_000],
      ron: [200, 12_000],
      sek: [300, 25_000],
      sgd: [50, 3500],
      thb: [1000, 90_000],
      try: [2000, 100_000],
      zar: [1000, 50_000],
    },
  },
  { codes: ['twd'], exponent: 2, charge: 1, payout: 100, least: { twd: [1600, 80_000] } },
  {
    codes: ['isk', 'ugx'],
    exponent: 2,
    charge: 100,
    payout: 100,
    least: { isk: [7000, 350_000], ugx: [200_000, 9_000_000] },
  },
  {
    codes: 'bif clp djf gnf kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
    exponent: 0,
    charge: 1,
    payout: 1,
    least: {
      bif: [1500, 75_000],
      clp: [500, 25_000],
      djf: [100, 4500],
      gnf: [4500, 220_000],
      kmf: [250, 12_000],
      krw: [700, 35_000],
      mga: [2300, 115_000],
      pyg: [4000, 190_000],
      rwf: [700, 35_000],
      vnd: [13_000, 640_000],
      vuv: [60, 3000],
      xaf: [300, 15_000],
      xof: [300, 15_000],
      xpf: [60, 3000],
    },
  },
  {
    codes: ['bhd', 'jod', 'omr', 'tnd'],
    exponent: 3,
    charge: 10,
    payout: 10,
    least: { bhd: [190, 9500], jod: [360, 18_000], omr: [200, 10_000], tnd: [1600, 80_000] },
  },
];

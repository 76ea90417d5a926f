import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';

/** Per currency, minor units. */
export type Amounts = Map<string, bigint>;

/** At most this many authors are named in an item. */
const LISTED_BY_NAME = 10;

export type OwnSides = Record<
  'balance' | 'unmatched' | 'clearing' | 'openPayouts' | 'suspense' | 'listedInSuspense',
  Amounts
>;

/** The figures on both sides of the checks, from our own tables. */
@Injectable()
export class Figures {
  /**
   * Our own sides of the totals, by one statement: what is booked meanwhile is in all of them or in none. `unmatched` is
   * the part of `stripe_balance` that no movement has been matched with yet.
   */
  async own(q: Queryable): Promise<OwnSides> {
    const rows = await q.query<{ side: keyof OwnSides; currency: string; amount: string }>(
      `with entry as (
         select a.code, a.currency, e.tx_id, e.amount from ledger.ledger_account a join ledger.ledger_entry e on e.account_id = a.id
          where a.code in ('stripe_balance', 'payout_clearing', 'suspense'))
       select 'balance' as side, currency, sum(amount)::bigint as amount from entry where code = 'stripe_balance' group by currency
       union all
       select 'unmatched', currency, sum(amount)::bigint from entry where code = 'stripe_balance'
         and not exists (select 1 from reconciliation.matches m where m.ledger_tx_id = entry.tx_id) group by currency
       union all
       select 'clearing', currency, -sum(amount)::bigint from entry where code = 'payout_clearing' group by currency
       union all
       -- Payouts whose amount is reserved and that are neither settled nor returned to the balance.
       select 'openPayouts', currency, sum(amount)::bigint from payouts.payouts
        where amount > 0 and state not in ('computed', 'settled', 'carried', 'cancelled', 'failed', 'reversed') group by currency
       union all
       select 'suspense', currency, -sum(amount)::bigint from entry where code = 'suspense' group by currency
       union all
       select 'listedInSuspense', currency, sum(suspense)::bigint from reconciliation.items where state <> 'closed' group by currency`,
    );
    const sides: OwnSides = {
      balance: new Map(),
      unmatched: new Map(),
      clearing: new Map(),
      openPayouts: new Map(),
      suspense: new Map(),
      listedInSuspense: new Map(),
    };
    for (const { side, currency, amount } of rows) sides[side].set(currency, BigInt(amount));
    return sides;
  }

  /**
   * What the ledger owes to each author (payable, reserve, disputed) and what their statements say. Compared per
   * author, because errors of two authors could cancel out in the total. The statements' side is what the last sealed
   * ones leave unpaid plus later bookings; while the month of a run is not sealed, the run's own rows count as well.
   */
  async authors(q: Queryable): Promise<AuthorFigures[]> {
    const rows = await q.query<{
      currency: string;
      owed: string;
      stated: string;
      differing: { author: string; org_id: string; owed: string; stated: string }[] | null;
      differ: number;
    }>(
      `with last_statement as (
         select distinct on (s.org_id, s.currency) s.org_id, s.currency, s.facts, s.run_id, m.cutoff_tx, m.sealed_tx
           from statements.statements s join statements.months m on m.seq = s.seal order by s.org_id, s.currency, s.seal desc),
       account as (
         select a.id, a.code, a.owner_id as org_id, a.currency, b.credits - b.debits as balance
           from ledger.ledger_account a join ledger.account_balance b on b.account_id = a.id
          where a.code in ('author_payable', 'author_reserve', 'author_disputed')),
       owed as (
         select org_id, currency, sum(balance) as total, coalesce(sum(balance) filter (where code = 'author_payable'), 0) as payable
           from account group by 1, 2),
       sealed as (
         select org_id, currency, sum(amount) as amount from (
           select s.org_id, s.currency, (s.facts ->> 'reserve_minor')::numeric + (s.facts ->> 'disputed_minor')::numeric
                  + (select coalesce(sum((u ->> 'amount_minor')::numeric), 0) from jsonb_array_elements(s.facts -> 'unpaid') u) as amount
             from last_statement s
           union all
           -- Up to the seal, the bookings of the run itself are what the statement calls paid.
           select a.org_id, a.currency, -e.amount from account a
             join ledger.ledger_entry e on e.account_id = a.id
             join ledger.ledger_tx t on t.id = e.tx_id
             left join last_statement m on m.org_id = a.org_id and m.currency = a.currency
            where e.tx_id > coalesce(m.cutoff_tx, 0)
              and not exists (select 1 from payouts.payouts p where p.id::text = t.source_id and p.run_id = m.run_id
                and t.source_type = 'payout' and t.kind in ('payout_reserve', 'payout_released') and e.tx_id <= m.sealed_tx)) x
          group by 1, 2),
       last as (
         select distinct on (p.org_id, p.currency) p.org_id, p.currency, p.run_id, r.cutoff_tx,
                p.balance - case when p.state in ('computed', 'carried', 'failed') then 0 else p.amount end as closing
           from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
          where r.state not in ('cancelled', 'draft') and p.state <> 'cancelled'
          order by p.org_id, p.currency, r.cutoff_tx desc, p.id),
       left_by_run as (
         select org_id, currency, sum(amount) as amount from (
           select org_id, currency, closing::numeric as amount from last
           union all
           select a.org_id, a.currency, -e.amount from account a
             join ledger.ledger_entry e on e.account_id = a.id
             left join last l on l.org_id = a.org_id and l.currency = a.currency
             left join ledger.ledger_tx t on t.id = e.tx_id and l.run_id is not null
             left join payouts.payouts own on t.source_type = 'payout' and own.id::text = t.source_id and own.run_id = l.run_id
                  and t.kind in ('payout_reserve', 'payout_released')
            where a.code = 'author_payable' and (l.run_id is null or (e.tx_id > l.cutoff_tx and own.id is null))) x
          group by 1, 2),
       one as (
         select k.org_id, k.currency, coalesce(o.total, 0) as owed,
                case when coalesce(s.amount, 0) <> coalesce(o.total, 0) then coalesce(s.amount, 0)
                     else coalesce(r.amount, 0) + coalesce(o.total - o.payable, 0) end as stated
           from (select org_id, currency from owed union select org_id, currency from sealed union select org_id, currency from left_by_run) k
           left join owed o using (org_id, currency) left join sealed s using (org_id, currency) left join left_by_run r using (org_id, currency)),
       wrong as (
         select one.*, row_number() over (partition by currency order by abs(owed - stated) desc, org_id) as nth from one where owed <> stated)
       select one.currency, sum(one.owed)::text as owed, sum(one.stated)::text as stated,
         (select jsonb_agg(jsonb_build_object('author', coalesce(g.name, w.org_id::text), 'org_id', w.org_id, 'owed', w.owed::text, 'stated', w.stated::text) order by w.nth)
            from wrong w left join authors.organizations g on g.id = w.org_id where w.currency = one.currency and w.nth <= ${LISTED_BY_NAME}) as differing,
         (select count(*)::int from wrong w where w.currency = one.currency) as differ
       from one group by one.currency order by one.currency`,
    );
    return rows.map((row) => ({
      currency: row.currency,
      owedMinor: BigInt(row.owed),
      statedMinor: BigInt(row.stated),
      differing: (row.differing ?? []).map((one) => ({
        author: one.author,
        owedMinor: BigInt(one.owed),
        statedMinor: BigInt(one.stated),
      })),
      orgIds: row.differ > LISTED_BY_NAME ? undefined : (row.differing ?? []).map((one) => one.org_id).sort(),
    }));
  }

  /** What each business row left in suspense, except for what reconciliation itself booked. */
  async leftInSuspense(q: Queryable): Promise<SuspenseOf[]> {
    const rows = await q.query<{
      source_type: string;
      source_id: string;
      currency: string;
      amount: string;
      at: Date;
      kind: string;
    }>(
      `select t.source_type, t.source_id, e.currency, -sum(e.amount)::bigint as amount, min(t.posted_at) as at, min(t.kind) as kind
         from ledger.ledger_account a join ledger.ledger_entry e on e.account_id = a.id join ledger.ledger_tx t on t.id = e.tx_id
        where a.code = 'suspense' and t.source_type not in ('provider_balance_tx', 'reconciliation_item')
        group by t.source_type, t.source_id, e.currency having sum(e.amount) <> 0`,
    );
    // Minus what a write-off has taken out.
    const taken = await q.query<{ ref: string; amount: string }>(
      `select i.ref, sum(i.suspense)::bigint as amount from reconciliation.items i
        where i.kind = 'in_suspense' and i.state = 'closed' and i.approval_id is not null group by i.ref`,
    );
    const gone = new Map(taken.map((row) => [row.ref, BigInt(row.amount)]));
    return rows
      .map((row) => {
        const ref = `suspense:${row.source_type}:${row.source_id}:${row.currency}`;
        return {
          ref,
          kind: row.kind,
          currency: row.currency,
          amount: BigInt(row.amount) - (gone.get(ref) ?? 0n),
          at: row.at,
        };
      })
      .filter((one) => one.amount !== 0n);
  }
}

/** One currency; minor units. */
export interface AuthorFigures {
  readonly currency: string;
  readonly owedMinor: bigint;
  readonly statedMinor: bigint;
  /** Authors whose figures differ, largest differences first, limited to those that an item names. */
  readonly differing: readonly { readonly author: string; readonly owedMinor: bigint; readonly statedMinor: bigint }[];
  /** Ids of all that differ; undefined when they are too many for an item. */
  readonly orgIds: readonly string[] | undefined;
}

export interface SuspenseOf {
  readonly ref: string;
  readonly kind: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly at: Date;
}

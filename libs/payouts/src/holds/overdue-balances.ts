import { Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/ledger';

/** A negative balance that finance has to settle. */
export interface OverdueBalance {
  orgId: string;
  authorName: string;
  currency: string;
  /** Minor units, positive: what the author owes. */
  owedMinor: bigint;
  /** When the run found it overdue, or when the author left; UTC. */
  since: Date;
  why: 'overdue' | 'author_left';
}

/**
 * Balances that the last run marked as `negative_overdue`, and those of authors who have left and earn nothing more.
 */
@Injectable()
export class OverdueBalances {
  async list(q: Queryable, of: { orgId: string; currency: string } | null = null): Promise<OverdueBalance[]> {
    const rows = await q.query<Omit<OverdueBalance, 'owedMinor'> & { owedMinor: string }>(
      `with last as (
         select p.org_id, p.currency, p.reason, coalesce(r.executed_at, r.prepared_at) as at
         from (select * from payouts.payout_runs where state in ('executing', 'settled', 'partially_failed') order by cutoff_tx desc, id desc limit 1) r
         join payouts.payouts p on p.run_id = r.id)
       select a.owner_id as "orgId", coalesce(o.name, a.owner_id::text) as "authorName", a.currency, (b.debits - b.credits)::text as "owedMinor",
         case when d.state = 'terminated' then d.updated_at else l.at end as since,
         case when d.state = 'terminated' then 'author_left' else 'overdue' end as why
       from ledger.ledger_account a join ledger.account_balance b on b.account_id = a.id
       left join authors.organizations o on o.id = a.owner_id left join authors.developer_accounts d on d.org_id = a.owner_id
       left join last l on l.org_id = a.owner_id and l.currency = a.currency
       where a.code = 'author_payable' and b.debits > b.credits and (d.state = 'terminated' or (l.reason = 'negative_overdue'
           and not payouts.settled_since(a.owner_id, a.currency, l.at)))
         and ($1::uuid is null or (a.owner_id = $1 and a.currency = $2))
       order by since, a.owner_id, a.currency`,
      [of?.orgId ?? null, of?.currency ?? null],
    );
    return rows.map((row) => ({ ...row, owedMinor: BigInt(row.owedMinor) }));
  }
}

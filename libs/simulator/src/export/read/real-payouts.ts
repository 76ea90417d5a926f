import type { MonthRange, RealFacts } from '../domain/real-facts.js';
import type { ReadRows } from './read-rows.js';

// A replacement that was cancelled never received payouts. Changes observed before a replacement took over belong to
// the account then in use.
const ACCOUNTS = `coalesce((select jsonb_agg(jsonb_build_object('country', a.country, 'state', a.state, 'opened_at', a.created_at, 'in_use_from', a.in_use_from,
    'changes', coalesce((select jsonb_agg(jsonb_build_object('at', c.at, 'before', c.before->>'state', 'state', c.after->>'state') order by c.seq)
      from platform.audit_log c where c.subject_type = 'organization' and c.subject_id = o.org_id::text and c.action = 'payout_account.changed'
        and case when c.after ? 'account' then c.after->>'account' = a.id::text
          else c.at >= a.in_use_from and (a.closed_at is null or c.at < a.closed_at) end), '[]')) order by a.created_at)
  from (select n.*, case when n.replaces is null then n.created_at when n.usable_from is not null then b.closed_at end as in_use_from
    from payouts.payout_accounts n left join payouts.payout_accounts b on b.id = n.replaces where n.org_id = o.org_id) a
  where a.in_use_from is not null or a.state <> 'closed'), '[]')`;

/** Reads authors, holds, runs, and the postings of each payout. */
export async function readPayouts(
  read: ReadRows,
  orgId: string | null,
  { from, to, first, last }: MonthRange,
): Promise<Pick<RealFacts, 'authors' | 'holds' | 'recoveries' | 'runs' | 'transfers'>> {
  return {
    authors: await read(
      `select o.org_id, coalesce((select a.country from payouts.payout_accounts a where a.org_id = o.org_id order by a.created_at limit 1),
           nullif(g.country, ''), 'US') as country,
         ${ACCOUNTS} as accounts,
         case when d.state = 'terminated' then d.updated_at end as left_at,
         exists (select 1 from billing.invoices i where i.tenant_id = o.org_id and i.kind = 'listing_fee' and i.state <> 'paid'
           and to_char(i.month, 'YYYY-MM') between $4 and $5) as owes_fee
       from (select org_id from billing.install_segments
             where org_id is not null and started_at < $2 and coalesce(ended_at, 'infinity') > $1
             union select org_id from billing.listing_fees where to_char(month, 'YYYY-MM') between $4 and $5) o
       left join authors.organizations g on g.id = o.org_id
       left join authors.developer_accounts d on d.org_id = o.org_id
       where $3::uuid is null or o.org_id = $3 order by o.org_id`,
      [from, to, orgId, first, last],
    ),
    // The engine creates reserves of the policy itself.
    holds: await read(
      `select h.id, h.org_id, h.kind, h.basis_points, h.window_months, h.reason, h.starts_at, h.ends_at, h.ended_by_name is not null as ended,
         coalesce(h.window_months is null or exists (select 1 from payouts.held_amounts m
           where m.hold_id = h.id and m.released_at = h.ends_at), false) as released
       from payouts.payout_holds h
       where not h.automatic and (h.ends_at is null or h.ends_at > $1) and ($3::uuid is null or h.org_id = $3)
         and h.starts_at < greatest($2::timestamptz, (select max(coalesce(executed_at, prepared_at)) from payouts.payout_runs where month between $4 and $5))
         and h.org_id in (select org_id from billing.install_segments where started_at < $2 and coalesce(ended_at, 'infinity') > $1
           union select org_id from billing.listing_fees where to_char(month, 'YYYY-MM') between $4 and $5)
       order by h.starts_at, h.id`,
      [from, to, orgId, first, last],
    ),
    recoveries: await read(
      `select id, org_id, currency, amount, how, decided_at as at from payouts.recoveries
       where state = 'approved' and decided_at > $1 and ($3::uuid is null or org_id = $3)
         and decided_at < greatest($2::timestamptz, (select max(coalesce(executed_at, prepared_at)) from payouts.payout_runs where month between $4 and $5))
       order by decided_at, id`,
      [from, to, orgId, first, last],
    ),
    runs: await read(
      `select month, prepared_by, prepared_at, approved_at, executed_at,
         coalesce((select jsonb_agg(jsonb_build_object('user_id', a.user_id, 'at', a.approved_at) order by a.approved_at)
           from payouts.payout_approvals a where a.run_id = r.id and a.computation = r.computation), '[]') as approvals
       from payouts.payout_runs r where state <> 'cancelled' and month between $1 and $2 order by month`,
      [first, last],
    ),
    transfers: await read(
      `select r.month, p.org_id, p.currency, m.at,
         case m.kind when 'payout_settled' then 'made' when 'payout_released' then 'refused' else 'again' end as what
       from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
       cross join lateral (
         select t.id, t.kind, case when t.kind = 'payout_settled' then p.settled_at else t.effective_at end as at,
           row_number() over (partition by t.kind order by t.id) as n
         from ledger.ledger_tx t where t.source_type = 'payout' and t.source_id = p.id::text
           and t.kind in ('payout_reserve', 'payout_released', 'payout_settled')) m
       where r.state <> 'cancelled' and r.executed_at is not null and r.month between $1 and $2 and ($3::uuid is null or p.org_id = $3)
         and not (m.kind = 'payout_reserve' and m.n = 1)
       order by r.month, m.id`,
      [first, last, orgId],
    ),
  };
}

import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform';
import type { MonthRange, RealFacts } from '../domain/assemble-scenario.js';

/** What happened in some months, as billing and payouts keep it. */
@Injectable()
export class RealMonths {
  constructor(private readonly database: Database) {}

  /** @param orgId null for all author organizations and the platform's own Drives */
  async read(orgId: string | null, range: MonthRange): Promise<RealFacts> {
    const { from, to, first, last } = range;
    const read = <T>(sql: string, params: unknown[]): Promise<T[]> => this.database.query<T>(sql, params);
    return {
      segments: await read(
        `select install_id, tenant_id, venture_id, drive_id, org_id, price_id is null as free, amount, currency, started_at, ended_at
         from billing.install_segments
         where started_at < $2 and coalesce(ended_at, 'infinity') > $1 and ($3::uuid is null or org_id = $3)
           and (ended_at is null or ended_at > started_at)
         order by install_id, started_at, id`,
        [from, to, orgId],
      ),
      policies: await read(
        `select key, value, valid_from from billing.policies p where state = 'approved' and valid_from < $2
           and (valid_from >= $1 or valid_from = (select max(o.valid_from) from billing.policies o
             where o.key = p.key and o.state = 'approved' and o.valid_from < $1))
         order by key, valid_from`,
        [from, to],
      ),
      tenants: await read(
        `select distinct s.tenant_id, c.payment_method_id is not null as has_card,
           exists (select 1 from billing.invoices i where i.tenant_id = s.tenant_id and to_char(i.month, 'YYYY-MM') between $3 and $4
             and i.issued_at is not null and not exists (select 1 from billing.payments p where p.invoice_id = i.id)) as untried
         from billing.install_segments s left join billing.tenant_customers c on c.tenant_id = s.tenant_id
         where s.started_at < $2 and coalesce(s.ended_at, 'infinity') > $1 and ($5::uuid is null or s.org_id = $5)`,
        [from, to, first, last, orgId],
      ),
      authors: await read(
        `select o.org_id, coalesce(a.country, nullif(g.country, ''), 'US') as country, a.state
         from (select distinct org_id from billing.install_segments
               where org_id is not null and started_at < $2 and coalesce(ended_at, 'infinity') > $1 and ($3::uuid is null or org_id = $3)) o
         left join authors.organizations g on g.id = o.org_id
         left join payouts.payout_accounts a on a.org_id = o.org_id and a.active`,
        [from, to, orgId],
      ),
      periods: await read(
        `select to_char(month, 'YYYY-MM') as month, closed_at from billing.periods
         where state = 'closed' and to_char(month, 'YYYY-MM') between $1 and $2`,
        [first, last],
      ),
      payments: await read(
        `select i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency, p.state, p.fee,
           coalesce((select t.effective_at from ledger.ledger_tx t where t.idempotency_key = 'pay:' || p.charge_id), p.ended_at) as at
         from billing.payments p join billing.invoices i on i.id = p.invoice_id
         where to_char(i.month, 'YYYY-MM') between $1 and $2 and p.state in ('succeeded', 'declined', 'requires_action')
           and ($3::uuid is null or exists (select 1 from billing.invoice_lines l where l.invoice_id = i.id and l.org_id = $3))
         order by i.month, p.invoice_id, p.n`,
        [first, last, orgId],
      ),
      runs: await read(
        `select month, prepared_by, prepared_at, approved_at, executed_at,
           coalesce((select jsonb_agg(jsonb_build_object('user_id', a.user_id, 'at', a.approved_at) order by a.approved_at)
             from payouts.payout_approvals a where a.run_id = r.id), '[]') as approvals
         from payouts.payout_runs r where state <> 'cancelled' and month between $1 and $2 order by month`,
        [first, last],
      ),
      transfers: await read(
        `select r.month, p.org_id, p.currency, p.failure is not null as refused,
           coalesce(p.settled_at, (select max(t.effective_at) from ledger.ledger_tx t
             where t.source_type = 'payout' and t.source_id = p.id::text and t.kind = 'payout_released')) as at
         from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
         where r.state <> 'cancelled' and r.month between $1 and $2 and ($3::uuid is null or p.org_id = $3)
           and (p.settled_at is not null or p.failure is not null)
         order by r.month, p.org_id, p.currency`,
        [first, last, orgId],
      ),
    };
  }
}

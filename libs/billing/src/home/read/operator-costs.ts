import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { OperatorCostView } from '../operator-home.view.js';

/** What tenants pay by month: as invoiced, and the running month as its close will price it. */
@Injectable()
export class OperatorCosts {
  constructor(private readonly database: Database) {}

  async of(tenantIds: readonly string[]): Promise<OperatorCostView[]> {
    return this.database.query<OperatorCostView>(
      `with running as (select date_trunc('month', platform.portal_now() at time zone 'UTC')::date as month),
         costs as (
           select i.month, i.currency, i.subtotal as amount from billing.invoices i, running
           where i.tenant_id = any($1::uuid[]) and i.kind = 'installs' and i.state <> 'draft'
             and i.month >= running.month - interval '11 months' and i.month < running.month
           union all select running.month, c.currency, c.gross from running, billing.charges(running.month, platform.portal_now()) c
           where c.tenant_id = any($1::uuid[]))
       select to_char(m, 'YYYY-MM') as month, currency, coalesce(sum(amount) filter (where costs.month = m), 0)::text as amount_minor
       from running, costs, generate_series(running.month - interval '11 months', running.month, interval '1 month') m
       group by m, currency order by m, currency`,
      [tenantIds],
    );
  }
}

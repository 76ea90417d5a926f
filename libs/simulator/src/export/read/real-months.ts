import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { MonthRange, RealFacts } from '../domain/real-facts.js';
import { readAdjustments } from './real-adjustments.js';
import { readPayouts } from './real-payouts.js';
import { PAYERS } from './payers.js';
import type { ReadRows } from './read-rows.js';

/** Reads the facts of some months from billing and payouts. */
@Injectable()
export class RealMonths {
  constructor(private readonly database: Database) {}

  /** @param orgId null for all author organizations and first-party Drives */
  async read(orgId: string | null, range: MonthRange): Promise<RealFacts> {
    const read: ReadRows = (sql, params) => this.database.query(sql, params);
    return {
      ...(await readBilling(read, orgId, range)),
      ...(await readAdjustments(read, orgId, range)),
      ...(await readPayouts(read, orgId, range)),
    };
  }
}

async function readBilling(
  read: ReadRows,
  orgId: string | null,
  { from, to, first, last }: MonthRange,
): Promise<
  Pick<
    RealFacts,
    'segments' | 'policies' | 'currencies' | 'tenants' | 'periods' | 'payments' | 'ownInvoices' | 'listingFees'
  >
> {
  return {
    segments: await read(
      `select s.install_id, s.tenant_id, s.venture_id, s.drive_id, s.org_id, s.price_id is null as free, s.amount, s.currency,
         s.author_bps as basis_points, s.trial_ends_at, s.started_at, s.ended_at
       from billing.install_segments s
       where s.started_at < $2 and coalesce(s.ended_at, 'infinity') > $1 and ($3::uuid is null or s.org_id = $3)
         and (s.ended_at is null or s.ended_at > s.started_at)
       order by s.install_id, s.started_at, s.id`,
      [from, to, orgId],
    ),
    // Payouts of the last month are made after it, by the policies of that time.
    policies: await read(
      `select key, value, valid_from from billing.policies p where state = 'approved'
         and valid_from < greatest($2::timestamptz, (select max(coalesce(executed_at, prepared_at)) from payouts.payout_runs where month between $3 and $4))
         and (valid_from >= $1 or valid_from = (select max(o.valid_from) from billing.policies o
           where o.key = p.key and o.state = 'approved' and o.valid_from < $1))
       order by valid_from, key`,
      [from, to, first, last],
    ),
    currencies: await read(
      `select code, exponent, charge_multiple, payout_multiple, min_charge::text, min_payout::text from ledger.currency
       where code in (select currency from billing.install_segments where started_at < $2 and coalesce(ended_at, 'infinity') > $1
           and ($5::uuid is null or org_id = $5)
         union select currency from billing.listing_fees where to_char(month, 'YYYY-MM') between $3 and $4 and ($5::uuid is null or org_id = $5))
       order by code`,
      [from, to, first, last, orgId],
    ),
    tenants: await read(
      `select distinct s.tenant_id, c.payment_method_id is not null as has_card, d.country, d.region, d.tax_id,
         exists (select 1 from billing.invoices i where i.tenant_id = s.tenant_id and to_char(i.month, 'YYYY-MM') between $3 and $4
             and i.state in ('open', 'past_due', 'uncollectible') and i.amount_due > 0)
           and not exists (select 1 from billing.invoices i join billing.payments p on p.invoice_id = i.id
             where i.tenant_id = s.tenant_id and to_char(i.month, 'YYYY-MM') between $3 and $4) as untried
       from billing.install_segments s left join billing.tenant_customers c on c.tenant_id = s.tenant_id
         left join billing.billing_details d on d.tenant_id = s.tenant_id
       where s.started_at < $2 and coalesce(s.ended_at, 'infinity') > $1 and ($5::uuid is null or s.org_id = $5)`,
      [from, to, first, last, orgId],
    ),
    periods: await read(
      `select to_char(month, 'YYYY-MM') as month, closed_at from billing.periods
       where state = 'closed' and to_char(month, 'YYYY-MM') between $1 and $2`,
      [first, last],
    ),
    // An author's own invoices, for listing fees, are charged separately. For one organization, an invoice that
    // collected its lines is left out; only the payment is exported.
    payments: await read(
      `${PAYERS} select i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency, p.state, p.fee,
         coalesce((select t.effective_at from ledger.ledger_tx t where t.idempotency_key = 'pay:' || p.charge_id), p.ended_at) as at
       from payer y join billing.payments p on p.invoice_id = y.id join billing.invoices i on i.id = y.first
       where p.state in ('succeeded', 'declined', 'requires_action')
       order by i.month, i.id, p.invoice_id, p.n`,
      [first, last, orgId],
    ),
    ownInvoices:
      orgId === null
        ? []
        : await read(
            `select i.tenant_id, to_char(i.month, 'YYYY-MM') as month, i.currency, sum(l.gross)::text as gross
             from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id
             where to_char(l.month, 'YYYY-MM') between $1 and $2 and l.org_id = $3 and i.kind = 'installs' and i.state <> 'draft'
             group by i.id order by i.month, i.id`,
            [first, last, orgId],
          ),
    listingFees: await read(
      `select listing_id as drive_id, org_id, to_char(month, 'YYYY-MM') as month, currency from billing.listing_fees
       where to_char(month, 'YYYY-MM') between $1 and $2 and ($3::uuid is null or org_id = $3) order by listing_id, month`,
      [first, last, orgId],
    ),
  };
}

import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { MonthKind } from '../domain/export-kinds.js';
import type { ExportRecord } from '../domain/export-text.js';

interface Source {
  /** Selects the rows of the month `$1` (`YYYY-MM`); `k` is a unique sort key. */
  readonly sql: string;
  /** Columns in the order of the file, also used when a month has no rows. */
  readonly columns: readonly string[];
}

const at = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const SOURCES: Record<MonthKind, Source> = {
  journal: {
    columns: [
      ...['transaction', 'leg', 'effective_at', 'posted_at', 'kind', 'account', 'owner'],
      ...['currency', 'debit_minor', 'credit_minor', 'source_type', 'source_id', 'key'],
    ],
    sql: `select lpad(t.id::text, 19, '0') || lpad(e.seq::text, 9, '0') as k, t.id::text as transaction, e.seq as leg, ${at('t.effective_at')} as effective_at,
        ${at('t.posted_at')} as posted_at, t.kind, a.code as account, case when a.owned then a.owner_id::text end as owner, e.currency,
        greatest(e.amount, 0)::text as debit_minor, greatest(-e.amount, 0)::text as credit_minor, t.source_type, t.source_id, t.idempotency_key as key
      from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id join ledger.ledger_account a on a.id = e.account_id
      where t.period = ($1 || '-01')::date`,
  },
  invoices: {
    columns: [
      ...['number', 'invoice', 'tenant', 'tenant_name', 'month', 'currency', 'subtotal_minor', 'tax_minor'],
      ...[
        'total_minor',
        // Where the tax is owed and at which rate, or why none is owed.
        ...['tax_country', 'tax_region', 'tax_name', 'tax_percentage', 'tax_reason'],
        ...['tax_stated_currency', 'tax_stated_minor', 'tax_rate', 'tax_rate_date'],
        'state',
        'issued_at',
        'paid_at',
        'seller',
        'seller_address',
        'seller_country',
        'seller_tax_id',
      ],
    ],
    sql: `select lpad(i.number_seq::text, 19, '0') as k, i.number, i.id::text as invoice, i.tenant_id::text as tenant, i.tenant_name, $1::text as month, i.currency,
        i.subtotal::text as subtotal_minor, i.tax::text as tax_minor, i.total::text as total_minor,
        i.tax_details ->> 'country' as tax_country, i.tax_details ->> 'region' as tax_region, i.tax_details ->> 'name' as tax_name,
        i.tax_details ->> 'percentage' as tax_percentage, i.tax_details ->> 'reason' as tax_reason,
        i.tax_details ->> 'seller_currency' as tax_stated_currency, billing.vat_stated(i.tax, i.tax_details, i.currency)::text as tax_stated_minor,
        i.tax_details ->> 'rate' as tax_rate, i.tax_details ->> 'rate_date' as tax_rate_date, i.state, ${at('i.issued_at')} as issued_at, ${at('i.paid_at')} as paid_at,
        coalesce(s.value ->> 'legal_name', 'NOT SET') as seller, coalesce(s.value ->> 'address', 'NOT SET') as seller_address,
        coalesce(s.value ->> 'country', 'NOT SET') as seller_country, coalesce(s.value ->> 'tax_id', 'NOT SET') as seller_tax_id
      from billing.invoices i left join lateral (select p.value from billing.policies p where p.key = 'operator_identity'
        and p.valid_from <= i.issued_at and p.decided_at <= i.issued_at order by p.valid_from desc limit 1) s on true where i.month = ($1 || '-01')::date`,
  },
  payouts: {
    columns: [
      ...['payout', 'run', 'month', 'author', 'author_name', 'currency', 'balance_minor'],
      ...['amount_minor', 'carry_minor', 'held_minor', 'state', 'reason', 'transfer', 'settled_at'],
    ],
    sql: `select p.id::text as k, p.id::text as payout, r.id::text as run, $1::text as month, p.org_id::text as author, o.name as author_name, p.currency,
        p.balance::text as balance_minor, p.amount::text as amount_minor, p.carry::text as carry_minor, p.held::text as held_minor,
        p.state, coalesce(p.failure_code, p.reason) as reason,
        (select a.transfer_id from payouts.payout_attempts a where a.payout_id = p.id and a.state = 'accepted') as transfer, ${at('p.settled_at')} as settled_at
      from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id left join authors.organizations o on o.id = p.org_id
      where r.month = $1 and r.state <> 'cancelled'`,
  },
  statements: {
    columns: [
      ...['statement', 'month', 'author', 'author_name', 'currency', 'paid_minor', 'held_minor'],
      ...['outcome', 'reason', 'transfer', 'self_billing_number', 'statement_root', 'month_root'],
    ],
    sql: `select lpad(s.seal::text, 9, '0') || lpad(s.position::text, 9, '0') as k, s.id::text as statement, s.month, s.org_id::text as author, s.facts ->> 'author_name' as author_name, s.currency,
        s.facts ->> 'paid_minor' as paid_minor, s.facts ->> 'held_minor' as held_minor, s.facts ->> 'outcome' as outcome, s.facts ->> 'reason' as reason,
        s.facts ->> 'transfer_id' as transfer, s.facts ->> 'self_billing_number' as self_billing_number, s.statement_root, m.root as month_root
      from statements.statements s join statements.months m on m.seq = s.seal where s.month = $1`,
  },
  // What DAC7 and form 1099 ask: credited to the author when a tenant paid, less what was given back, and what we kept.
  authors_by_quarter: {
    columns: [
      ...['year', 'quarter', 'author', 'author_name', 'legal_name', 'address', 'country', 'tax_id', 'vat_id'],
      ...['currency', 'consideration_minor', 'fees_minor', 'sales'],
    ],
    sql: `select m.org_id::text || m.currency || m.quarter as k, left($1, 4) as year, m.quarter, m.org_id::text as author, o.name as author_name, p.legal_name,
        p.address, p.country, p.tax_id, p.vat_id, m.currency, m.share::text as consideration_minor, m.fee::text as fees_minor, m.sales
      from (select org_id, currency, extract(quarter from at at time zone 'UTC')::int as quarter, sum(share) as share, sum(fee) as fee, sum(sold)::int as sales
        from (select l.org_id, l.currency, i.paid_at as at, l.author_share as share, l.platform_share as fee, 1 as sold
          from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id where i.paid_at is not null
          union all select a.org_id, a.currency, greatest(a.created_at, i.paid_at), -a.author_share, -a.platform_share, 0
          from billing.line_adjustments a join billing.invoices i on i.id = a.invoice_id where i.paid_at is not null
          union all select f.org_id, f.currency, f.charged_at, 0, f.amount + f.tax, 0 from billing.listing_fees f) x
        where org_id is not null and to_char(at at time zone 'UTC', 'YYYY') = left($1, 4) group by 1, 2, 3) m
      left join authors.organizations o on o.id = m.org_id
      left join lateral (select * from statements.tax_profiles t where t.org_id = m.org_id order by t.version desc limit 1) p on true`,
  },
};

/** Reads the rows of an export page by page in a fixed order. */
@Injectable()
export class ExportRows {
  constructor(private readonly database: Database) {}

  columns(kind: MonthKind): readonly string[] {
    return SOURCES[kind].columns;
  }

  async count(kind: MonthKind, month: string): Promise<number> {
    const [row] = await this.database.query<{ count: string }>(`select count(*) from (${SOURCES[kind].sql}) x`, [
      month,
    ]);
    return Number(row!.count);
  }

  /** Number of decimals by currency. */
  async exponents(): Promise<Map<string, number>> {
    const rows = await this.database.query<{ code: string; exponent: number }>(
      'select code, exponent from ledger.currency',
    );
    return new Map(rows.map((row) => [row.code, row.exponent]));
  }

  /** Up to `limit` rows after the key `after`. */
  async page(kind: MonthKind, month: string, after: string, limit: number) {
    const rows = await this.database.query<ExportRecord & { k: string }>(
      `select * from (${SOURCES[kind].sql}) x where k > $2 order by k limit $3`,
      [month, after, limit],
    );
    return { rows: rows.map(({ k: _, ...row }) => row), last: rows.at(-1)?.k ?? null };
  }
}

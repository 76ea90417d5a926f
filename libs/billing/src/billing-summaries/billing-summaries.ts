import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { BillingSummaryView, FinanceBillingSummaryView } from './billing-summaries.view.js';
import { compareBill } from './domain/compare-bill.js';

/** Filter; all given fields must match. */
interface SummariesOf {
  readonly tenantIds?: readonly string[];
  readonly orgIds?: readonly string[];
  readonly installId?: string;
  readonly driveId?: string;
  /** `YYYY-MM` */
  readonly month?: string;
  /** Only those of closed months that differ from the invoiced amount. */
  readonly differs?: boolean;
  readonly cursor?: string;
  readonly limit: number;
}

type Row = RowOf<Omit<FinanceBillingSummaryView, 'invoiced_minor' | 'difference_minor' | 'comparison'>, 'said_at'> & {
  closed: boolean;
  invoiced: string | null;
  full_month: string | null;
  elsewhere: number;
};

/** Amounts that plugins report to bill, next to the invoiced amounts of the same install and month. */
@Injectable()
export class BillingSummaries {
  constructor(private readonly database: Database) {}

  /** Newest month first. Names of tenants and Drives are included for finance only. */
  async list(of: SummariesOf): Promise<Page<FinanceBillingSummaryView>> {
    const after = of.cursor === undefined ? [null, null, null] : decodeCursor(of.cursor, 3);
    const rows = await this.database.query<Row>(
      `select s.install_id, i.drive_id, coalesce(d.slug, '') as drive_slug, coalesce(t.name, '') as tenant_name, to_char(s.month, 'YYYY-MM') as month,
         s.currency, s.plan, s.amount as said_minor, s.said_at, p.closed_at is not null as closed, l.invoiced, l.full_month, l.elsewhere
       from installs.billing_summaries s join installs.installs i on i.id = s.install_id
       left join installs.tenants t on t.id = i.tenant_id left join authors.drive_reservations d on d.id = i.drive_id
       left join billing.periods p on p.month = s.month
       cross join lateral (select sum(line.gross) filter (where line.currency = s.currency) as invoiced,
           -- Of a part of the month: the newest price of all of it.
           case when sum(line.seconds) filter (where line.currency = s.currency) < max(line.month_seconds)
             then (array_agg(line.price_amount order by line.from_at desc) filter (where line.currency = s.currency))[1] end as full_month,
           count(*) filter (where line.currency <> s.currency)::int as elsewhere
         from billing.install_segments g join billing.invoice_lines line on line.segment_id = g.id and line.month = s.month
         where g.install_id = s.install_id) l
       where ($1::uuid[] is null or i.tenant_id = any($1)) and ($2::uuid[] is null or i.org_id = any($2))
         and ($3::uuid is null or s.install_id = $3) and ($4::uuid is null or i.drive_id = $4)
         and ($5::text is null or s.month = ($5::text || '-01')::date)
         and (not $6 or p.closed_at is not null and s.amount <> case when l.invoiced is null and l.elsewhere = 0 then 0 else coalesce(l.invoiced, -1) end
           and s.amount is distinct from l.full_month)
         and ($7::text is null or (s.month, s.install_id, s.currency) < (($7::text || '-01')::date, $8::uuid, $9::text))
       order by s.month desc, s.install_id desc, s.currency desc limit $10`,
      [
        of.tenantIds ?? null,
        of.orgIds ?? null,
        of.installId ?? null,
        of.driveId ?? null,
        of.month ?? null,
        of.differs ?? false,
        ...after,
        of.limit + 1,
      ],
    );
    return toPage(rows, of.limit, ['month', 'install_id', 'currency'], view);
  }

  /** The same without names. */
  async listOwn(of: SummariesOf): Promise<Page<BillingSummaryView>> {
    const { items, next_cursor } = await this.list(of);
    return { items: items.map(({ drive_slug: _slug, tenant_name: _tenant, ...own }) => own), next_cursor };
  }
}

function view({ closed, invoiced, full_month, elsewhere, ...row }: Row): FinanceBillingSummaryView {
  const billed = invoiced === null ? null : BigInt(invoiced);
  const fullMonth = full_month === null ? null : BigInt(full_month);
  const compared = compareBill(BigInt(row.said_minor), { closed, invoiced: billed, fullMonth, elsewhere });
  return {
    ...isoDates(row),
    invoiced_minor: compared.invoiced?.toString() ?? null,
    difference_minor: compared.difference?.toString() ?? null,
    comparison: compared.comparison,
  };
}

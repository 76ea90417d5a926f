import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Transactor, type Tx } from '@portal/platform/database';
import { parseMonth, type Month } from '../../domain/month.js';
import { billingErrors } from '../../errors.js';
import { policyDefinition, type PolicyKey } from '../../policies/domain/policy.js';
import { ComputeTaxes } from '../../tax/compute-taxes.js';
import { checkOf } from '../../tax/tax-ids.js';
import type { UntaxedRow } from '../../tax/taxes.repository.js';
import { ChargeListingFees } from '../charge-listing-fees.js';
import type { ClosePreviewView } from '../http/close-preview.view.js';

const SHOWN = 200;

type Totals = ClosePreviewView['totals'][number];
type Gaps = ClosePreviewView['gaps'];

interface Row extends Omit<UntaxedRow, 'id' | 'number' | 'subtotal' | 'vat_rate'> {
  part: 'tenants' | 'drives' | 'authors';
  id: string | null;
  name: string;
  lines: number;
  gross: string;
  author: string;
  before: string;
  card: boolean;
  settles: boolean;
}

/** What the close of a month will write if nothing happens until then, computed by what the close computes with. */
@Injectable()
export class ClosePreview {
  constructor(
    private readonly transactor: Transactor,
    private readonly taxes: ComputeTaxes,
    private readonly fees: ChargeListingFees,
  ) {}

  /**
   * At any time before the close.
   * @throws AppError `month_invalid` (400), `month_closed` (409)
   */
  async of(monthText: string): Promise<ClosePreviewView> {
    const month = parseMonth(monthText);
    return this.transactor.run((tx) => this.read(tx, month), { isolation: 'REPEATABLE READ' });
  }

  private async read(tx: Tx, month: Month): Promise<ClosePreviewView> {
    await tx.query(`set local statement_timeout = '2min'`);
    const [period] = await tx.query<{ open: boolean; needs_approval: boolean; unrated: string[]; named: boolean }>(
      `select not exists (select from billing.periods where month = $1::date and state <> 'open') as open, billing.close_needs_two($1::date) as needs_approval,
         array(select billing.vat_rates_missing($1::date)) as unrated, billing.operator_named() as named`,
      [month.first],
    );
    if (!period!.open) throw new AppError(billingErrors.month_closed);
    const rows = await tx.query<Row>(PARTS, [month.first]);
    const tenants = rows.filter(({ part }) => part === 'tenants');
    const drafts = tenants.map((row) => ({ ...row, id: row.id!, number: '', subtotal: row.gross, vat_rate: null }));
    const { provider, taxes } = await this.taxes.forecast(tx, month, drafts);
    const totals = new Map<string, Totals>();
    const gaps: Gaps = [];
    const without = (code: Gaps[number]['code'], of: { id: string; name: string; currency: string }, amount: bigint) =>
      gaps.push({ code, id: of.id, name: of.name, currency: of.currency, amount_minor: amount.toString() });
    for (const [at, row] of drafts.entries()) {
      const due = BigInt(row.gross) + taxes[at]!;
      add(totals, row.currency, {
        ...{ invoices: row.lines > 0 ? 1 : 0, lines: row.lines, gross_minor: BigInt(row.gross), tax_minor: taxes[at]! },
        ...{ total_minor: due, author_minor: BigInt(row.author), before_minor: BigInt(row.before) },
        platform_minor: BigInt(row.gross) - BigInt(row.author),
      });
      if (row.lines === 0) continue;
      if (!row.card) without('card', row, due);
      if (!row.settles) without('currency_not_settled', row, due);
      if (provider === 'none') continue;
      if (row.country === null) without('address_missing', row, due);
      else if (checkOf(row.country, row.tax_id, row.tax_id_type, row.vies) === 'failed')
        without('tax_id_invalid', row, due);
    }
    for (const row of rows)
      if (
        row.part === 'authors' &&
        row.lines > 0 &&
        checkOf(row.country ?? '', row.tax_id, null, row.vies) === 'failed'
      )
        without('tax_id_invalid', { ...row, id: row.id! }, BigInt(row.author));
    const earned = new Map(rows.map((row) => [`${row.part} ${row.id} ${row.currency}`, BigInt(row.author)]));
    const fees = await this.fees.forecast(tx, month, (id, currency) => earned.get(`authors ${id} ${currency}`) ?? 0n);
    for (const { orgId: id, orgName: name, currency, due } of fees) {
      const asked = (due ?? []).reduce((sum, one) => sum + one.askedMinor, 0n);
      if (due === null) without('listing_fee', { id, name, currency }, 0n);
      if (asked === 0n) continue;
      add(totals, currency, { invoices: 1, fees_minor: asked, total_minor: asked });
      if (!(await hasCard(tx, id))) without('card', { id, name, currency }, asked);
    }
    const missing = (code: Gaps[number]['code'], id: PolicyKey, { currency, total_minor: amount_minor }: Totals) =>
      gaps.unshift({ code, id, name: policyDefinition(id).title, currency, amount_minor });
    if (provider !== 'none')
      for (const total of totals.values()) {
        if (period!.unrated.includes(total.currency)) missing('vat_rate_missing', 'vat_currency', total);
        if (!period!.named) missing('seller_not_set', 'operator_identity', total);
      }
    return {
      month: month.text,
      at: tx.now.toISOString(),
      totals: [...totals.values()].sort((a, b) => b.invoices - a.invoices || a.currency.localeCompare(b.currency)),
      tenants: partsOf(tenants),
      drives: partsOf(rows.filter(({ part }) => part === 'drives')),
      authors: partsOf(rows.filter(({ part }) => part === 'authors')),
      gaps,
      tax_at_close: provider === 'stripe_tax',
      needs_approval: period!.needs_approval,
    };
  }
}

async function hasCard(tx: Tx, payerId: string): Promise<boolean> {
  return (await tx.value<boolean>(
    'select exists (select from billing.tenant_customers where tenant_id = $1 and payment_method_id is not null) as some',
    [payerId],
  ))!;
}

type Amounts = { [K in keyof Omit<Totals, 'currency' | 'invoices' | 'lines'>]?: bigint };

function add(
  totals: Map<string, Totals>,
  currency: string,
  { invoices, lines = 0, ...amounts }: Amounts & { invoices: number; lines?: number },
): void {
  const none = { gross_minor: '0', tax_minor: '0', fees_minor: '0', total_minor: '0', author_minor: '0' };
  const sum = totals.get(currency) ?? {
    ...{ currency, invoices: 0, lines: 0, ...none, platform_minor: '0', before_minor: '0' },
  };
  totals.set(currency, sum);
  sum.invoices += invoices;
  sum.lines += lines;
  for (const [name, amount] of Object.entries(amounts) as [keyof Amounts, bigint][])
    sum[name] = (BigInt(sum[name]) + amount).toString();
}

function partsOf(rows: readonly Row[]): ClosePreviewView['tenants'] {
  const items = rows.slice(0, SHOWN).map(({ id, name, currency, lines, gross, author, before }) => {
    return { id, name, currency, lines, gross_minor: gross, author_minor: author, before_minor: before };
  });
  return { count: rows.length, items };
}

/** By tenant, by Drive and by author, each with its lines of the month before. Parameter: month, `YYYY-MM-01`. */
const PARTS = `with lines as (
    select tenant_id, drive_id, org_id, tenant_name, drive_name, currency, gross, author_share, 1 as line, 0 as before from billing.month_lines($1::date)
    union all select i.tenant_id, l.drive_id, l.org_id, i.tenant_name, l.drive_name, l.currency, 0, 0, 0, l.gross
    from billing.invoice_lines l join billing.invoices i on i.id = l.invoice_id where l.month = ($1::date - interval '1 month')::date),
  parts as (
    select case when grouping(tenant_id) = 0 then 'tenants' when grouping(drive_id) = 0 then 'drives' else 'authors' end as part,
      coalesce(tenant_id, drive_id, org_id) as id, max(tenant_name) as tenant, max(drive_name) as drive, currency, sum(line)::int as lines,
      sum(gross) as gross, sum(author_share) as author, sum(before) as before
    from lines group by grouping sets ((tenant_id, currency), (drive_id, currency), (org_id, currency)))
  select p.part, p.id, case p.part when 'tenants' then p.tenant when 'drives' then p.drive else coalesce(o.name, '') end as name, p.currency, p.lines,
    p.gross::text as gross, p.author::text as author, p.before::text as before, c.payment_method_id is not null or c.collected_by = 'host' as card,
    stripe_gateway.settles(p.currency) as settles,
    d.legal_name, d.line1, d.city, d.postal_code, d.region, coalesce(d.country, t.country) as country, d.tax_id_type,
    coalesce(d.tax_id, t.vat_id) as tax_id, billing.vies(coalesce(d.tax_id, t.vat_id)) as vies
  from parts p left join authors.organizations o on p.part = 'authors' and o.id = p.id
  left join billing.tenant_customers c on p.part = 'tenants' and c.tenant_id = p.id
  left join billing.billing_details d on p.part = 'tenants' and d.tenant_id = p.id
  left join lateral (select country, vat_id from statements.tax_profiles
    where p.part = 'authors' and org_id = p.id order by version desc limit 1) t on true
  order by greatest(p.gross, p.before) desc, p.id, p.currency`;

import { Injectable, StreamableFile } from '@nestjs/common';
import { formatMinor, required } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import { Pdfs, type PrintedDocument } from '@portal/platform/pdf';
import { billingErrors } from '../../errors.js';
import { operatorRows } from '../../policies/domain/operator-policy.js';
import { Policies } from '../../policies/policies.js';

type Amounts = readonly (readonly [text: string, minor: string, currency?: string, exponent?: number])[];
type Row = Pick<PrintedDocument, 'title' | 'number'> & {
  issued_at: Date;
  about: string;
  currency: string;
  exponent: number;
  buyer: string[];
  lines: Amounts;
  totals: Amounts;
  notes: string[];
};

const DAY = (at: string): string => `to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD')`;
const LINE = `concat(l.drive_name, ', ', l.venture_name, ', ', ${DAY('l.from_at')}, ' to ', ${DAY(`l.to_at - interval '1 second'`)})`;
const PRICE = `concat(', ', l.seconds, ' of ', l.month_seconds, ' seconds of a month at ', round(l.price_amount / 10::numeric ^ c.exponent, c.exponent))`;

/**
 * An invoice `i`, or its credit note `n`, which may reverse another one `o`. The buyer is the one that was pinned with the
 * tax of the invoice, as is the rate to the currency of the seller `s`: credit notes are stated as the growth of their running
 * sum `u`, so that those over all of an invoice take back what it stated.
 */
const DOCUMENT = `select case when n.id is null then 'Invoice ' else 'Credit note ' end || d.number as title, d.number, d.issued_at, i.currency, c.exponent,
    concat('Reverses credit note ' || o.number || '. ', 'Amends invoice ' || case when n.id is not null then i.number end || ' of ' || ${DAY('i.issued_at')} || '. ',
      'Supplied in ', to_char(i.month, 'YYYY-MM'), ' (UTC).') as about,
    array_remove(array[coalesce(t ->> 'legal_name', i.tenant_name), t ->> 'line1', 'Tax number ' || (t ->> 'tax_id'),
      nullif(concat_ws(' ', t ->> 'postal_code', t ->> 'city', t ->> 'region', t ->> 'country'), '')], null) as buyer,
    coalesce(case when n.id is null then (select jsonb_agg(jsonb_build_array(${LINE} || ${PRICE}, l.gross::text) order by l.drive_name, l.venture_name, l.from_at)
        from billing.invoice_lines l where l.invoice_id = i.id)
      else (select jsonb_agg(jsonb_build_array(${LINE}, (a.gross * d.sign)::text) order by l.drive_name, l.venture_name, l.from_at)
        from billing.line_adjustments a join billing.invoice_lines l on l.id = a.line_id
        where a.source_id = coalesce(n.refund_id, o.refund_id, n.id) and a.gross + a.tax > 0) end,
      jsonb_build_array(jsonb_build_array('Listing fee', i.subtotal::text))) as lines,
    (select jsonb_agg(jsonb_build_array(text, (minor * d.sign)::text, v.currency, v.exponent) order by place) from (values (1, 'Net', d.net, i.currency, c.exponent),
        (2, concat(coalesce(t ->> 'name', 'VAT'), ' ', case when reversed then '0.00' else coalesce(t ->> 'percentage', '0.00') end, ' % of the net amount'), d.tax, i.currency, c.exponent),
        (3, concat(coalesce(t ->> 'name', 'VAT'), ' in ', upper(s.code), ', 1 ', upper(i.currency), ' = ', t ->> 'rate', ' ', upper(s.code), ' on ', t ->> 'rate_date'),
          d.sign * (billing.vat_stated(u.tax, t, i.currency) - billing.vat_stated(u.tax - d.sign * d.tax, t, i.currency)), s.code, s.exponent),
        (4, 'Total', d.net + d.tax, i.currency, c.exponent), (5, 'Carried forward from the previous invoice', d.carried_in, i.currency, c.exponent),
        (6, 'Carried forward to the next invoice', -d.carried_out, i.currency, c.exponent),
        (7, 'Due', case when n.id is null then i.amount_due else 0 end, i.currency, c.exponent)) v (place, text, minor, currency, exponent)
        where place in (1, 2, 4) or minor <> 0) as totals,
    array_remove(array[n.note, case when n.total > r.covered then concat(upper(i.currency), ' ',
      round((n.total - r.covered) / 10::numeric ^ c.exponent, c.exponent), ' of it was not charged and is not due any more.') end, case when reversed then 'Reverse charge: the customer owes the VAT (Article 196 of Directive 2006/112/EC).'
      when d.tax = 0 then 'No tax is charged' || case when t ->> 'reason' = 'address_missing' then ': the address of the customer is not known.' else '.' end end], null) as notes
  from billing.invoices i join ledger.currency c on c.code = i.currency
  left join billing.credit_notes n on n.invoice_id = i.id and n.id = $1 left join billing.credit_notes o on o.id = n.counters left join billing.refunds r on r.id = n.refund_id
  cross join lateral (select i.tax_details as t, coalesce((i.tax_details ->> 'reverse_charge')::boolean, false) as reversed) x
  cross join lateral (select coalesce(n.number, i.number) as number, coalesce(n.issued_at, i.issued_at) as issued_at,
    case n.kind when 'counter' then -1 else 1 end as sign, coalesce(n.net, i.subtotal) as net, coalesce(n.tax, i.tax) as tax,
    case when n.id is null then i.carried_in else 0 end as carried_in, case when n.id is null then i.carried_out else 0 end as carried_out) d
  left join ledger.currency s on s.code = t ->> 'seller_currency'
  cross join lateral (select case when n.id is null then i.tax else (select sum(case x.kind when 'counter' then -x.tax else x.tax end)
    from billing.credit_notes x where x.invoice_id = i.id and x.number_seq <= n.number_seq) end as tax) u
  where (i.id = $1 or n.id = $1) and i.issued_at is not null and ($2::uuid[] is null or i.tenant_id = any($2))`;

/** Issued invoices and credit notes as PDF, from what was pinned when they were issued (decision 16). */
@Injectable()
export class BillingDocuments {
  constructor(
    private readonly database: Database,
    private readonly policies: Policies,
    private readonly config: Config,
    private readonly pdfs: Pdfs,
  ) {}

  /**
   * @param id of an invoice or a credit note
   * @throws AppError `invoice_not_found` (404), also of tenants that are not in `tenantIds`
   */
  async pdf(id: string, tenantIds?: string[]): Promise<StreamableFile> {
    const [found] = await this.database.query<Row>(DOCUMENT, [id, tenantIds ?? null]);
    const { issued_at, about, currency, exponent, ...row } = required(found, billingErrors.invoice_not_found);
    const { isTestMoney } = this.config;
    const amounts = (rows: Amounts) =>
      rows.map(
        ([text, minor, of = currency, places = exponent]) => [text, formatMinor(BigInt(minor), of, places)] as const,
      );
    const texts = (rows: readonly string[]) => rows.map((text) => [text] as const);
    const body = await this.pdfs.document({
      title: row.title,
      number: row.number,
      issuedAt: issued_at.toISOString(),
      notice: `${about} Amounts in ${currency.toUpperCase()}.${isTestMoney ? ' SANDBOX: test data, no real money.' : ''}`,
      parts: [
        ['Seller', texts(operatorRows(await this.policies.printedAt(this.database, 'operator_identity', issued_at)))],
        ['Customer', texts(row.buyer)],
        ['Supplies, without tax', amounts(row.lines)],
        ['Total', amounts(row.totals)],
        ['Notes', texts(row.notes)],
      ],
    });
    const disposition = `attachment; filename="${isTestMoney ? 'SANDBOX-' : ''}${row.number}.pdf"`;
    return new StreamableFile(body, { type: 'application/pdf', disposition, length: body.length });
  }
}

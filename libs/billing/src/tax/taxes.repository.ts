import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { IsNull, Not } from 'typeorm';
import type { InvoiceState } from '../invoicing/domain/invoice-state.js';
import type { ViesView } from '../invoicing/http/billing.view.js';
import { InvoiceEntity } from '../invoicing/invoice.entity.js';

/** A customer, as its tax needs it. */
export interface TaxedParty {
  legal_name: string | null;
  line1: string | null;
  city: string | null;
  postal_code: string | null;
  region: string | null;
  country: string | null;
  tax_id_type: string | null;
  tax_id: string | null;
  /** What VIES answered about the tax id. */
  vies: ViesView | null;
  /** How its tax is stated in the currency of the seller (`billing.vat_rate`); null: unknown. */
  vat_rate: object | null;
}

export interface UntaxedRow extends TaxedParty {
  id: string;
  number: string;
  currency: string;
  subtotal: string;
}

export interface TaxedInvoice {
  id: string;
  tax: string;
  details: object;
  calculationId: string | null;
}

/** What VIES knows: ids of member states; EL is Greece, XI Northern Ireland. */
const VIES_KNOWS =
  '^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[A-Z0-9]{2,18}$';
const VIES_CHUNK = 24;
export type Verdict = Omit<ViesView, 'checked_at'>;

@Injectable()
export class TaxesRepository {
  /** Drafts of a month (`YYYY-MM-01`) without tax, with their customer's location. */
  async untaxed(tx: Tx, month: string, limit: number): Promise<UntaxedRow[]> {
    return tx.query<UntaxedRow>(
      `with rates as materialized (select code, billing.vat_rate(code, $1::date, platform.portal_now()) as vat_rate from ledger.currency)
       select i.id, i.number, i.currency, i.subtotal, d.legal_name, d.line1, d.city, d.postal_code, d.region, d.country, d.tax_id_type, d.tax_id,
         billing.vies(d.tax_id) as vies, r.vat_rate
       from billing.invoices i join rates r on r.code = i.currency left join billing.billing_details d on d.tenant_id = i.tenant_id
       where i.month = $1::date and i.state = 'draft' and i.kind = 'installs' and i.tax_details is null order by i.number_seq limit $2`,
      [month, limit],
    );
  }

  /**
   * An author as a customer, by its tax profile if it has one, and the rate of a currency in the month of an instant; null:
   * unknown.
   */
  async ofAuthor(tx: Tx, orgId: string, currency: string, at: Date): Promise<TaxedParty> {
    const [row] = await tx.query<TaxedParty>(
      `select coalesce(p.legal_name, o.name) as legal_name, replace(p.address, e'\\n', ', ') as line1, null as city, null as postal_code, null as region,
         coalesce(p.country, nullif(o.country, '')) as country, null as tax_id_type, p.vat_id as tax_id, billing.vies(p.vat_id) as vies,
         billing.vat_rate($2, date_trunc('month', $3::timestamptz at time zone 'UTC')::date, platform.portal_now()) as vat_rate
       from (select $1::uuid as id) of left join authors.organizations o on o.id = of.id
       left join lateral (select * from statements.tax_profiles where org_id = of.id order by version desc limit 1) p on true`,
      [orgId, currency, at],
    );
    return row!;
  }

  async set(tx: Tx, taxed: readonly TaxedInvoice[]): Promise<void> {
    await tx.query(
      `update billing.invoices i set tax = t.tax, tax_details = t.details, tax_calculation_id = t."calculationId"
       from jsonb_to_recordset($1::jsonb) as t(id uuid, tax bigint, details jsonb, "calculationId" text)
       where i.id = t.id and i.state = 'draft' and i.tax_details is null`,
      [JSON.stringify(taxed)],
    );
  }

  /** The calculation of an issued invoice that is not recorded at the provider yet. */
  async toRecord(tx: Tx, invoiceId: string): Promise<string | undefined> {
    const issued = { id: invoiceId, state: Not<InvoiceState>('draft'), taxTransactionId: IsNull() };
    return (await tx.manager.findOneBy(InvoiceEntity, issued))?.taxCalculationId ?? undefined;
  }

  /** The provider's transaction of an invoice's tax; undefined before it is recorded. */
  async transactionOf(tx: Tx, invoiceId: string): Promise<string | undefined> {
    return (await tx.manager.findOneBy(InvoiceEntity, { id: invoiceId }))?.taxTransactionId ?? undefined;
  }

  async recorded(tx: Tx, invoiceId: string, transactionId: string): Promise<void> {
    await tx.query('update billing.invoices set tax_transaction_id = $2 where id = $1 and tax_transaction_id is null', [
      invoiceId,
      transactionId,
    ]);
  }

  /**
   * VAT ids of tenants and authors that are due: new ones, those without an answer after an hour, refused ones after a day,
   * confirmed ones after 90 days. They are not due again before that, whatever becomes of this process.
   * @param except countries, as in the ids
   */
  async claimVatIds(tx: Tx, except: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ vat_id: string }>(
      `insert into billing.vat_checks as c (vat_id, asked_at)
       select u.vat_id, platform.portal_now() from (
         select tax_id as vat_id from billing.billing_details where tax_id_type = 'eu_vat'
         union select vat_id from (select distinct on (org_id) vat_id from statements.tax_profiles order by org_id, version desc) p) u
       left join billing.vat_checks k on k.vat_id = u.vat_id
       where u.vat_id ~ $1 and left(u.vat_id, 2) <> all ($2::text[]) and (k.vat_id is null or k.asked_at < (select platform.portal_now()) -
         case when k.checked_at is distinct from k.asked_at then interval '1 hour' when k.valid then '90 days' else '1 day' end)
       order by k.asked_at nulls first limit $3
       on conflict (vat_id) do update set asked_at = excluded.asked_at where c.asked_at < excluded.asked_at returning c.vat_id`,
      [VIES_KNOWS, except, VIES_CHUNK],
    );
    return rows.map((row) => row.vat_id);
  }

  async vatIdChecked(tx: Tx, vatId: string, { valid, reference }: Verdict): Promise<void> {
    await tx.query(
      'update billing.vat_checks set valid = $2, reference = $3, checked_at = asked_at where vat_id = $1',
      [vatId, valid, reference],
    );
  }
}

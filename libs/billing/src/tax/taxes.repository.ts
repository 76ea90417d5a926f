import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { IsNull, Not } from 'typeorm';
import type { InvoiceState } from '../invoicing/domain/invoice-state.js';
import { InvoiceEntity } from '../invoicing/invoice.entity.js';

export interface UntaxedRow {
  id: string;
  number: string;
  currency: string;
  subtotal: string;
  legal_name: string | null;
  line1: string | null;
  city: string | null;
  postal_code: string | null;
  region: string | null;
  country: string | null;
  tax_id_type: string | null;
  tax_id: string | null;
}

export interface TaxedInvoice {
  id: string;
  tax: string;
  details: object;
  calculationId: string | null;
}

@Injectable()
export class TaxesRepository {
  /** Drafts of a month (`YYYY-MM-01`) without tax, with their customer's location. */
  async untaxed(tx: Tx, month: string, limit: number): Promise<UntaxedRow[]> {
    return tx.query<UntaxedRow>(
      `select i.id, i.number, i.currency, i.subtotal, d.legal_name, d.line1, d.city, d.postal_code, d.region, d.country, d.tax_id_type, d.tax_id
       from billing.invoices i left join billing.billing_details d on d.tenant_id = i.tenant_id
       where i.month = $1::date and i.state = 'draft' and i.kind = 'installs' and i.tax_details is null order by i.number_seq limit $2`,
      [month, limit],
    );
  }

  /** ISO 3166-1 alpha-2; null when unknown. */
  async countryOfAuthor(tx: Tx, orgId: string): Promise<string | null> {
    const [row] = await tx.query<{ country: string | null }>(
      `select nullif(country, '') as country from authors.organizations where id = $1`,
      [orgId],
    );
    return row?.country ?? null;
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
}

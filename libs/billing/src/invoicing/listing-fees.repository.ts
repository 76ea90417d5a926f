import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';

interface FeeInvoice {
  id: string;
  orgId: string;
  orgName: string;
  month: string;
  currency: string;
  /** Without tax. */
  amountMinor: bigint;
  taxMinor: bigint;
  taxDetails: object | null;
}

/** Months are `YYYY-MM-01`. */
@Injectable()
export class ListingFeesRepository {
  /** Which of the listings have already been charged for the month. */
  async charged(tx: Tx, month: string, listingIds: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ listing_id: string }>(
      'select listing_id from billing.listing_fees where month = $1::date and listing_id = any($2)',
      [month, listingIds],
    );
    return new Set(rows.map((row) => row.listing_id));
  }

  async closing(tx: Tx, month: string): Promise<boolean> {
    const rows = await tx.query(`select 1 from billing.periods where month = $1::date and state = 'closing'`, [month]);
    return rows.length > 0;
  }

  async add(
    tx: Tx,
    fee: {
      id: string;
      listingId: string;
      listingName: string;
      orgId: string;
      month: string;
      currency: string;
      amountMinor: bigint;
      taxMinor: bigint;
      taxDetails: object | null;
      nettedMinor: bigint;
      invoiceId: string | null;
    },
  ): Promise<void> {
    await tx.query(
      `insert into billing.listing_fees (id, listing_id, listing_name, org_id, month, currency, amount, netted, invoice_id, charged_at, tax, tax_details)
       values ($1, $2, $3, $4, $5::date, $6, $7, $8, $9, $10, $11, $12)`,
      [
        fee.id,
        fee.listingId,
        fee.listingName,
        fee.orgId,
        fee.month,
        fee.currency,
        fee.amountMinor.toString(),
        fee.nettedMinor.toString(),
        fee.invoiceId,
        tx.now,
        fee.taxMinor.toString(),
        fee.taxDetails === null ? null : JSON.stringify(fee.taxDetails),
      ],
    );
  }

  /**
   * Inserts an invoice to the author, numbered like all others. It is final immediately, because the fee's posting
   * includes it.
   */
  async invoice(tx: Tx, invoice: FeeInvoice): Promise<void> {
    const [counter] = await tx.query<{ last_number: string }>(
      'update billing.invoice_counter set last_number = last_number + 1 returning last_number',
    );
    await tx.query(
      `insert into billing.invoices (id, number_seq, tenant_id, tenant_name, month, currency, subtotal, kind, tax, tax_details)
       values ($1, $2, $3, $4, $5::date, $6, $7, 'listing_fee', $8, $9)`,
      [
        invoice.id,
        counter!.last_number,
        invoice.orgId,
        invoice.orgName,
        invoice.month,
        invoice.currency,
        invoice.amountMinor.toString(),
        invoice.taxMinor.toString(),
        invoice.taxDetails === null ? null : JSON.stringify(invoice.taxDetails),
      ],
    );
    await tx.query(
      `update billing.invoices i set issued_at = $2, state = 'open', next_retry_at = $2::timestamptz where i.id = $1 and i.state = 'draft'`,
      [invoice.id, tx.now],
    );
  }

  /** The author's shares on the month's invoices in a currency, minor units. */
  async earnedIn(tx: Tx, month: string, orgId: string, currency: string): Promise<bigint> {
    const [row] = await tx.query<{ share: string }>(
      `select coalesce(sum(author_share), 0)::text as share from billing.invoice_lines
       where month = $1::date and org_id = $2 and currency = $3`,
      [month, orgId, currency],
    );
    return BigInt(row!.share);
  }

  /** The provider's minimum charge, minor units. */
  async minCharge(tx: Tx, currency: string): Promise<bigint> {
    const [row] = await tx.query<{ min_charge: string }>('select min_charge from ledger.currency where code = $1', [
      currency,
    ]);
    return BigInt(row?.min_charge ?? '1');
  }
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { BillingPeriodEntity, InvoiceEntity, ListingFeeEntity } from './invoice.entity.js';

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
    return tx.manager.existsBy(BillingPeriodEntity, { month, state: 'closing' });
  }

  async add(
    tx: Tx,
    fee: Omit<FeeInvoice, 'orgName'> &
      Pick<ListingFeeEntity, 'listingId' | 'listingName' | 'invoiceId'> & { nettedMinor: bigint },
  ): Promise<void> {
    const { amountMinor: amount, taxMinor: tax, nettedMinor: netted, ...rest } = fee;
    await tx.manager.insert(ListingFeeEntity, { ...rest, amount, tax, netted, chargedAt: tx.now });
  }

  /**
   * Inserts an invoice to the author, numbered like all others. It is final immediately, because the fee's posting
   * includes it.
   */
  async invoice(tx: Tx, invoice: FeeInvoice): Promise<void> {
    const [counter] = await tx.query<{ last_number: string }>(
      'update billing.invoice_counter set last_number = last_number + 1 returning last_number',
    );
    await tx.manager.insert(InvoiceEntity, {
      id: invoice.id,
      numberSeq: BigInt(counter!.last_number),
      tenantId: invoice.orgId,
      tenantName: invoice.orgName,
      month: invoice.month,
      currency: invoice.currency,
      subtotal: invoice.amountMinor,
      kind: 'listing_fee',
      tax: invoice.taxMinor,
      taxDetails: invoice.taxDetails,
    });
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

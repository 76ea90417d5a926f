import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { ListingFeeView } from '../http/listing-fees.view.js';

interface Row {
  id: string;
  listing_id: string;
  listing_name: string;
  month: string;
  currency: string;
  amount: string;
  tax: string;
  netted: string;
  invoice_id: string | null;
  number: string | null;
  state: string | null;
}

/** Listing fees that an author organization paid or owes. */
@Injectable()
export class ListingFees {
  constructor(private readonly database: Database) {}

  /** Newest first; of one organization, or of all for finance. */
  async list(orgIds?: readonly string[]): Promise<Page<ListingFeeView>> {
    const rows = await this.database.query<Row>(
      `select f.id, f.listing_id, f.listing_name, to_char(f.month, 'YYYY-MM') as month, f.currency, f.amount, f.tax, f.netted, f.invoice_id, i.number, i.state
       from billing.listing_fees f left join billing.invoices i on i.id = f.invoice_id
       where $1::uuid[] is null or f.org_id = any($1) order by f.month desc, f.listing_name, f.id limit 500`,
      [orgIds ?? null],
    );
    return {
      items: rows.map((row) => ({
        id: row.id,
        listing_id: row.listing_id,
        listing_name: row.listing_name,
        month: row.month,
        currency: row.currency,
        amount_minor: row.amount,
        tax_minor: row.tax,
        netted_minor: row.netted,
        invoice_id: row.invoice_id,
        invoice_number: row.number,
        invoice_state: row.state,
      })),
      next_cursor: null,
    };
  }
}

import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { ListingFeeView } from '../http/listing-fees.view.js';

/** Listing fees that an author organization paid or owes. */
@Injectable()
export class ListingFees {
  constructor(private readonly database: Database) {}

  /** Newest first; of one organization, or of all for finance. */
  async list(orgIds?: readonly string[]): Promise<Page<ListingFeeView>> {
    const items = await this.database.query<ListingFeeView>(
      `select f.id, f.listing_id, f.listing_name, to_char(f.month, 'YYYY-MM') as month, f.currency, f.amount as amount_minor, f.tax as tax_minor,
         f.netted as netted_minor, f.invoice_id, i.number as invoice_number, i.state as invoice_state
       from billing.listing_fees f left join billing.invoices i on i.id = f.invoice_id
       where $1::uuid[] is null or f.org_id = any($1) order by f.month desc, f.listing_name, f.id limit 500`,
      [orgIds ?? null],
    );
    return { items, next_cursor: null };
  }
}

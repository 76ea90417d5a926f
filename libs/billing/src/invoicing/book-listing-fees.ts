import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Ledger, type Leg } from '@portal/ledger';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { Month } from '../domain/month.js';
import { InvoiceIssued } from '../events.js';
import { wholeOf, type DueFee } from './divide-listing-fees.js';
import { taxAsked } from './domain/listing-fee.js';
import { ListingFeesRepository } from './listing-fees.repository.js';

/** Books the listing fees of one author, and invoices the part that the balance does not cover. */
@Injectable()
export class BookListingFees {
  constructor(
    private readonly fees: ListingFeesRepository,
    private readonly ledger: Ledger,
    private readonly ids: Ids,
  ) {}

  /** `due`: not empty, all of this author and currency. */
  async execute(
    tx: Tx,
    month: Month,
    author: { orgId: string; orgName: string; currency: string },
    due: readonly DueFee[],
  ): Promise<void> {
    const asked = due.reduce((sum, one) => sum + one.askedMinor, 0n);
    const invoiceId = asked > 0n ? this.ids.next() : null;
    if (invoiceId !== null) {
      const tax = due.reduce((sum, one) => sum + taxAsked(one.taxMinor, one.askedMinor, wholeOf(one)), 0n);
      await this.fees.invoice(tx, {
        id: invoiceId,
        ...author,
        month: month.first,
        amountMinor: asked - tax,
        taxMinor: tax,
        taxDetails: due[0]!.taxDetails,
      });
      await tx.emit(InvoiceIssued, { invoice_id: invoiceId });
    }
    for (const one of due) await this.book(tx, month, one, invoiceId);
  }

  private async book(tx: Tx, month: Month, fee: DueFee, invoiceId: string | null): Promise<void> {
    const { listing, amountMinor, taxMinor, taxDetails, nettedMinor, askedMinor } = fee;
    const { driveId, orgId, currency } = listing;
    const id = this.ids.next();
    await this.fees.add(tx, {
      id,
      listingId: driveId,
      listingName: listing.name,
      orgId,
      month: month.first,
      currency,
      amountMinor,
      taxMinor,
      taxDetails,
      nettedMinor,
      invoiceId: askedMinor > 0n ? invoiceId : null,
    });
    const payable = { code: 'author_payable', ownerId: orgId, currency } as const;
    const legs: Leg[] = [{ account: { code: 'listing_fee_revenue', currency }, amountMinor: -amountMinor }];
    if (taxMinor > 0n) legs.push({ account: { code: 'tax_payable', currency }, amountMinor: -taxMinor });
    if (nettedMinor > 0n) legs.push({ account: payable, amountMinor: nettedMinor });
    if (askedMinor > 0n) legs.push({ account: { code: 'tenant_receivable', currency }, amountMinor: askedMinor });
    await this.ledger.post(tx, {
      kind: 'listing_fee',
      idempotencyKey: `lfee:${driveId}:${month.text}`,
      sourceType: 'listing_fee',
      sourceId: id,
      effectiveAt: new Date(month.endAt.getTime() - 1),
      legs,
    });
    await tx.audit(SYSTEM_ACTOR, 'listing_fee.charged', ['drive', driveId], {
      after: {
        ...{ month: month.text, currency, amount: amountMinor.toString() },
        ...{ tax: taxMinor.toString(), netted: nettedMinor.toString() },
      },
    });
  }
}

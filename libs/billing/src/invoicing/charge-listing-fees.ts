import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Ledger, type Leg } from '@portal/ledger';
import { AuthorBilled, type AuthorBilledListing } from '@portal/listings';
import { Audit, Outbox, SYSTEM_ACTOR, Transactor, type Tx } from '@portal/platform';
import { ComputeTaxes } from '../tax/compute-taxes.js';
import { divideFee, taxAsked } from './domain/listing-fee.js';
import type { Month } from '../domain/month.js';
import { InvoiceIssued } from '../events.js';
import { ListingFeesRepository } from './listing-fees.repository.js';
import { Policies } from '../policies/policies.js';

interface DueFee {
  listing: AuthorBilledListing;
  /** Without tax. */
  amountMinor: bigint;
  taxMinor: bigint;
  /** How the tax came about; null without a tax policy. */
  taxDetails: object | null;
  /** With their part of the tax, as is `askedMinor`. */
  nettedMinor: bigint;
  askedMinor: bigint;
}

/**
 * Charges the flat fee of every listing whose author bills by itself, once per listing and month and never a part of it:
 * out of what the author is owed in that currency and earns in the month itself, the rest by an invoice to the author's
 * card. Tax is on the whole fee, whichever way it is paid.
 */
@Injectable()
export class ChargeListingFees {
  constructor(
    private readonly transactor: Transactor,
    private readonly policies: Policies,
    private readonly authorBilled: AuthorBilled,
    private readonly fees: ListingFeesRepository,
    private readonly taxes: ComputeTaxes,
    private readonly ledger: Ledger,
    private readonly ids: Ids,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Between the invoices of a closing month and its end, so that the fees are dated into it. Returns how many. */
  async execute(month: Month): Promise<number> {
    const listings = await this.transactor.run(async (tx) =>
      (await this.fees.closing(tx, first(month))) ? this.authorBilled.list(tx, month.startAt, month.endAt) : [],
    );
    return this.charge(month, listings);
  }

  /** The same for listings that the caller names. Harmless when repeated. */
  async charge(month: Month, listings: readonly AuthorBilledListing[]): Promise<number> {
    const groups = new Map<string, AuthorBilledListing[]>();
    for (const listing of listings) {
      const key = `${listing.orgId} ${listing.currency}`;
      groups.set(key, [...(groups.get(key) ?? []), listing]);
    }
    let charged = 0;
    for (const group of groups.values()) charged += await this.chargeAuthor(month, group);
    return charged;
  }

  /** One author and currency: one transaction, one invoice for what the balance does not cover. */
  private async chargeAuthor(month: Month, listings: readonly AuthorBilledListing[]): Promise<number> {
    const [{ orgId, orgName, currency }] = listings as [AuthorBilledListing];
    const at = new Date(month.endAt.getTime() - 1);
    return this.transactor.run(async (tx) => {
      const amount = (await this.policies.at(tx, 'listing_fee', at))[currency];
      // Finance has taken the fee of this currency back: nothing is charged for.
      if (amount === undefined) return 0;
      const known = await this.fees.charged(
        tx,
        first(month),
        listings.map((one) => one.driveId),
      );
      const due = await this.divide(
        tx,
        month,
        listings.filter((one) => !known.has(one.driveId)),
        BigInt(amount),
        at,
      );
      if (due.length === 0) return 0;
      const asked = due.reduce((sum, one) => sum + one.askedMinor, 0n);
      const invoiceId = asked > 0n ? this.ids.next() : null;
      if (invoiceId !== null) {
        const tax = due.reduce((sum, one) => sum + taxAsked(one.taxMinor, one.askedMinor, wholeOf(one)), 0n);
        await this.fees.invoice(tx, {
          id: invoiceId,
          orgId,
          orgName,
          month: first(month),
          currency,
          amountMinor: asked - tax,
          taxMinor: tax,
          taxDetails: due[0]!.taxDetails,
        });
        await this.outbox.emit(tx, InvoiceIssued, { invoice_id: invoiceId });
      }
      for (const one of due) await this.book(tx, month, one, invoiceId);
      return due.length;
    });
  }

  private async divide(
    tx: Tx,
    month: Month,
    listings: readonly AuthorBilledListing[],
    amountMinor: bigint,
    at: Date,
  ): Promise<DueFee[]> {
    const [some] = listings;
    if (!some) return [];
    const { orgId, currency } = some;
    const collection = await this.policies.at(tx, 'listing_fee_collection', at);
    // The invoices of the month are issued but nobody could pay them yet: what they bring covers the fee all the same.
    let balance =
      (await this.ledger.balance(tx, { code: 'author_payable', ownerId: orgId, currency })) +
      (await this.fees.earnedIn(tx, first(month), orgId, currency));
    // The fee of a currency is the same for every listing, and so is its tax.
    const tax = await this.taxes.ofFee(tx, { orgId, orgName: some.orgName, amountMinor }, at);
    const [taxMinor, taxDetails] = [tax?.taxMinor ?? 0n, tax?.details ?? null];
    const due = listings.map((listing): DueFee => {
      const parts = divideFee(amountMinor + taxMinor, balance, collection);
      balance -= parts.nettedMinor;
      return { listing, amountMinor, taxMinor, taxDetails, ...parts };
    });
    // Too little to be charged to a card is taken from the balance, where it waits for the next earnings.
    const asked = due.reduce((sum, one) => sum + one.askedMinor, 0n);
    if (asked === 0n || asked >= (await this.fees.minCharge(tx, currency))) return due;
    return due.map((one) => ({ ...one, nettedMinor: wholeOf(one), askedMinor: 0n }));
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
      month: first(month),
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
    await this.audit.record(tx, {
      actor: SYSTEM_ACTOR,
      action: 'listing_fee.charged',
      subjectType: 'drive',
      subjectId: driveId,
      after: {
        ...{ month: month.text, currency, amount: amountMinor.toString() },
        ...{ tax: taxMinor.toString(), netted: nettedMinor.toString() },
      },
    });
  }
}

function wholeOf({ amountMinor, taxMinor }: DueFee): bigint {
  return amountMinor + taxMinor;
}

function first(month: Month): string {
  return `${month.text}-01`;
}

import { Injectable } from '@nestjs/common';
import { AuthorBilled, type AuthorBilledListing } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import type { Month } from '../domain/month.js';
import { BookListingFees } from './book-listing-fees.js';
import { DivideListingFees } from './divide-listing-fees.js';
import { ListingFeesRepository } from './listing-fees.repository.js';
import { Policies } from '../policies/policies.js';

/**
 * Charges the flat fee of every listing whose author bills customers directly, once per listing and month and never in
 * part. It is taken from what the author is owed in that currency and earns in the month; the rest is invoiced to the
 * author's card. Tax applies to the whole fee, however it is paid.
 */
@Injectable()
export class ChargeListingFees {
  constructor(
    private readonly transactor: Transactor,
    private readonly policies: Policies,
    private readonly authorBilled: AuthorBilled,
    private readonly fees: ListingFeesRepository,
    private readonly divide: DivideListingFees,
    private readonly book: BookListingFees,
  ) {}

  /**
   * Called between the invoices of a closing month and its end, so that the fees are dated into it. Returns how many
   * were charged.
   */
  async execute(month: Month): Promise<number> {
    const listings = await this.transactor.run(async (tx) =>
      (await this.fees.closing(tx, first(month))) ? this.authorBilled.list(tx, month.startAt, month.endAt) : [],
    );
    return this.charge(month, listings);
  }

  /** The same for the given listings. Idempotent. */
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

  /** One author and currency: one transaction, and one invoice for what the balance does not cover. */
  private async chargeAuthor(month: Month, listings: readonly AuthorBilledListing[]): Promise<number> {
    const [{ orgId, orgName, currency }] = listings as [AuthorBilledListing];
    const at = new Date(month.endAt.getTime() - 1);
    return this.transactor.run(async (tx) => {
      const amount = (await this.policies.at(tx, 'listing_fee', at))[currency];
      // Finance has removed the fee of this currency, so nothing is charged.
      if (amount === undefined) return 0;
      const known = await this.fees.charged(
        tx,
        first(month),
        listings.map((one) => one.driveId),
      );
      const due = await this.divide.execute(
        tx,
        month,
        listings.filter((one) => !known.has(one.driveId)),
        BigInt(amount),
        at,
      );
      if (due.length > 0) await this.book.execute(tx, month, { orgId, orgName, currency }, due);
      return due.length;
    });
  }
}

function first(month: Month): string {
  return `${month.text}-01`;
}

import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import type { AuthorBilledListing } from '@portal/listings';
import type { Tx } from '@portal/platform/database';
import { Policies } from '../policies/policies.js';
import { ComputeTaxes } from '../tax/compute-taxes.js';
import { divideFee } from './domain/listing-fee.js';
import { ListingFeesRepository } from './listing-fees.repository.js';

export interface DueFee {
  listing: AuthorBilledListing;
  /** Without tax. */
  amountMinor: bigint;
  taxMinor: bigint;
  /** How the tax was determined; null without a tax policy. */
  taxDetails: object | null;
  /** Including the tax, like `askedMinor`. */
  nettedMinor: bigint;
  askedMinor: bigint;
}

/** Divides each listing fee into the part that the author's balance covers and the part to charge to the card. */
@Injectable()
export class DivideListingFees {
  constructor(
    private readonly policies: Policies,
    private readonly fees: ListingFeesRepository,
    private readonly taxes: ComputeTaxes,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Fees of one author and currency; `amountMinor`: of one listing, without tax. `earnedMinor`: the author's shares of
   * the month.
   */
  async execute(
    tx: Tx,
    listings: readonly AuthorBilledListing[],
    amountMinor: bigint,
    { at, earnedMinor }: { at: Date; earnedMinor: bigint },
  ): Promise<DueFee[]> {
    const [some] = listings;
    if (!some) return [];
    const { orgId, currency } = some;
    const collection = await this.policies.at(tx, 'listing_fee_collection', at);
    // The month's invoices are issued but cannot be paid yet; their shares cover the fee all the same.
    let balance = (await this.ledger.balance(tx, { code: 'author_payable', ownerId: orgId, currency })) + earnedMinor;
    // The fee of a currency is the same for every listing, and so is its tax.
    const tax = await this.taxes.ofFee(tx, { orgId, currency, amountMinor }, at);
    const [taxMinor, taxDetails] = [tax?.taxMinor ?? 0n, tax?.details ?? null];
    const due = listings.map((listing): DueFee => {
      const parts = divideFee(amountMinor + taxMinor, balance, collection);
      balance -= parts.nettedMinor;
      return { listing, amountMinor, taxMinor, taxDetails, ...parts };
    });
    // An amount too small to charge to a card is taken from the balance, against the next earnings.
    const asked = due.reduce((sum, one) => sum + one.askedMinor, 0n);
    if (asked === 0n || asked >= (await this.fees.minCharge(tx, currency))) return due;
    return due.map((one) => ({ ...one, nettedMinor: wholeOf(one), askedMinor: 0n }));
  }
}

/** Including tax. */
export function wholeOf({ amountMinor, taxMinor }: DueFee): bigint {
  return amountMinor + taxMinor;
}

import { Injectable } from '@nestjs/common';
import { AuthorBilled, type AuthorBilledListing } from '@portal/listings';
import { Transactor, type Tx } from '@portal/platform/database';
import { parseMonth, type Month } from '../domain/month.js';
import { BookListingFees } from './book-listing-fees.js';
import { DivideListingFees, type DueFee } from './divide-listing-fees.js';
import { ListingFeesRepository } from './listing-fees.repository.js';
import { Policies } from '../policies/policies.js';

interface FeeForecast {
  readonly orgId: string;
  readonly orgName: string;
  readonly currency: string;
  readonly due: readonly DueFee[] | null;
}

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
      (await this.fees.closing(tx, month.first)) ? this.authorBilled.list(tx, month.startAt, month.endAt) : [],
    );
    return this.charge(month, listings);
  }

  /**
   * What the close will deduct from an author's balance, by currency, without writing. `earned`: the author's shares of
   * the month until `until`.
   */
  async running(
    tx: Tx,
    orgId: string,
    { month, until, earned }: { month: string; until: Date; earned: ReadonlyMap<string, bigint> },
  ): Promise<Map<string, bigint>> {
    const taken = new Map<string, bigint>();
    const found = await this.forecast(tx, parseMonth(month), (_, currency) => earned.get(currency) ?? 0n, {
      until,
      orgId,
    });
    for (const { currency, due } of found)
      for (const { nettedMinor } of due ?? []) taken.set(currency, (taken.get(currency) ?? 0n) + nettedMinor);
    return taken;
  }

  /**
   * The fees that the close will charge, by author and currency, without writing; `due` is null where the currency has no
   * fee. `earnedOf`: the author's shares of the month, minor units.
   */
  async forecast(
    tx: Tx,
    month: Month,
    earnedOf: (orgId: string, currency: string) => bigint,
    { until = month.endAt, orgId }: { until?: Date; orgId?: string } = {},
  ): Promise<FeeForecast[]> {
    const at = new Date(month.endAt.getTime() - 1);
    const found: FeeForecast[] = [];
    const groups = byAuthor(await this.authorBilled.list(tx, month.startAt, until, orgId));
    if (groups.length === 0) return found;
    const fees = await this.policies.at(tx, 'listing_fee', at);
    for (const listings of groups) {
      const { orgId: of, orgName, currency } = listings[0]!;
      const earnedMinor = earnedOf(of, currency);
      const due =
        fees[currency] === undefined
          ? null
          : await this.divide.execute(tx, listings, BigInt(fees[currency]), { at, earnedMinor });
      found.push({ orgId: of, orgName, currency, due });
    }
    return found;
  }

  /** Charges the fees of the given listings. Idempotent. */
  async charge(month: Month, listings: readonly AuthorBilledListing[]): Promise<number> {
    let charged = 0;
    for (const group of byAuthor(listings)) charged += await this.chargeAuthor(month, group);
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
        month.first,
        listings.map((one) => one.driveId),
      );
      const due = await this.divide.execute(
        tx,
        listings.filter((one) => !known.has(one.driveId)),
        BigInt(amount),
        { at, earnedMinor: await this.fees.earnedIn(tx, month.first, orgId, currency) },
      );
      if (due.length > 0) await this.book.execute(tx, month, { orgId, orgName, currency }, due);
      return due.length;
    });
  }
}

/** The listings of each author and currency. */
function byAuthor(listings: readonly AuthorBilledListing[]): AuthorBilledListing[][] {
  const groups = new Map<string, AuthorBilledListing[]>();
  for (const listing of listings) {
    const key = `${listing.orgId} ${listing.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), listing]);
  }
  return [...groups.values()];
}

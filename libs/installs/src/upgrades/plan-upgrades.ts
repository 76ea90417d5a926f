import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Listings, type Change, type Revision } from '@portal/listings';
import type { Tx } from '@portal/platform/database';
import { complianceGaps, type UnprovenClaims } from '../tenants/domain/tenant-compliance.js';
import { InstallPrices, type InstallPrice } from '../install/install-prices.js';
import { upgradeOutcome, type Accepts, type Outcome, type OutcomeReason } from './domain/upgrade-outcome.js';
import type { UpgradeGroup } from './prompts.repository.js';

/** Data that a new revision is compared with: read once for all installs. */
export interface Offer {
  revision: Revision;
  /** Price by currency; null: free. Absent where the host has none: looked up when an operator accepts. */
  prices: ReadonlyMap<string, InstallPrice | null>;
  /** The price is agreed with each venture: looked up when its operator accepts, and never accepted alone. */
  byAgreement: boolean;
  /** Claims of the revision that no evidence proves. */
  unproven: UnprovenClaims;
  /** Differences by the revision that an install runs. */
  differences: ReadonlyMap<string, readonly Change[]>;
}

interface Decided {
  outcome: Outcome;
  reasons: OutcomeReason[];
}
export type DecidedGroup = UpgradeGroup & Decided;

/** Decides the outcome of a revision per group of equal installs; used before and after publishing. */
@Injectable()
export class PlanUpgrades {
  constructor(
    private readonly listings: Listings,
    private readonly prices: InstallPrices,
    private readonly clock: Clock,
  ) {}

  /** The revision, unless a newer version is offered by now. */
  async latest(driveId: string, revisionId: string, tx?: Tx): Promise<Revision | undefined> {
    const isLatest = await this.listings.isLatestOffer(driveId, revisionId, tx);
    return isLatest ? this.listings.revision(revisionId, tx) : undefined;
  }

  /**
   * @param running the revisions that installs run, and the currencies that they are charged in or would be
   * @param beforehand the revision is not published yet
   */
  async offer(
    revision: Revision,
    running: { revisionIds: readonly string[]; currencies: readonly string[] },
    beforehand = false,
  ): Promise<Offer> {
    const { driveId, revisionId } = revision;
    const at = this.clock.now();
    const byAgreement = await this.listings.pricedByAgreement(revision, at);
    const prices = new Map<string, InstallPrice | null>();
    for (const currency of byAgreement ? [] : running.currencies) {
      const price = await this.prices.find({ driveId, revision, currency, at, beforehand });
      if (price !== undefined) prices.set(currency, price);
    }
    const differences = new Map<string, readonly Change[]>();
    for (const from of running.revisionIds) differences.set(from, await this.listings.changes(from, revisionId));
    const unproven = await this.listings.unprovenClaims(revision, at);
    return { revision, prices, byAgreement, unproven, differences };
  }

  decide<G extends UpgradeGroup>(offer: Offer, groups: readonly G[]): (G & Decided)[] {
    return groups.map((group) => {
      const price = offer.prices.get(group.payIn);
      return {
        ...group,
        ...upgradeOutcome({
          changes: offer.differences.get(group.fromRevisionId) ?? [],
          accepts: price === undefined ? 'nothing' : (group.accepts as Accepts),
          gaps: complianceGaps(offer.revision.manifest, group, offer.unproven),
          before: { amount: BigInt(group.amount), currency: group.currency },
          after: { amount: price?.amountMinor ?? 0n, currency: price?.currency ?? null },
        }),
      };
    });
  }
}

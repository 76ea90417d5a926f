import { Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Listings, type Change, type Revision } from '@portal/listings';
import { complianceGaps } from './domain/tenant-compliance.js';
import { upgradeOutcome, type Accepts, type Outcome, type OutcomeReason } from './domain/upgrade-outcome.js';
import type { UpgradeGroup } from './persistence/prompts.repository.js';

/** What a new revision is compared with: read once, then the same for every install. */
export interface Offer {
  revision: Revision;
  price: { priceId: string; amountMinor: bigint; currency: string } | null;
  /** The price is agreed with each venture: looked up when its operator accepts, and never accepted alone. */
  byAgreement: boolean;
  /** Differences by the revision that an install runs. */
  differences: ReadonlyMap<string, readonly Change[]>;
}

interface Decided {
  outcome: Outcome;
  reasons: OutcomeReason[];
}
export type DecidedGroup = UpgradeGroup & Decided;

/** Decides per group of like installs what a revision means for them; asked before publishing and after alike. */
@Injectable()
export class PlanUpgrades {
  constructor(
    private readonly listings: Listings,
    private readonly clock: Clock,
  ) {}

  /**
   * @param beforehand the revision is not published yet
   * @throws AppError `price_missing` (409)
   */
  async offer(revision: Revision, fromRevisionIds: readonly string[], beforehand = false): Promise<Offer> {
    const { driveId, revisionId } = revision;
    const at = this.clock.now();
    const byAgreement = await this.listings.pricedByAgreement(revision, at);
    const price = byAgreement
      ? null
      : await this.listings.priceOf(driveId, { revisionId, currency: 'usd', audience: 'host_network', at, beforehand });
    const differences = new Map<string, readonly Change[]>();
    for (const from of fromRevisionIds) differences.set(from, await this.listings.changes(from, revisionId));
    return { revision, price, byAgreement, differences };
  }

  decide<G extends UpgradeGroup>(offer: Offer, groups: readonly G[]): (G & Decided)[] {
    return groups.map((group) => ({
      ...group,
      ...upgradeOutcome({
        changes: offer.differences.get(group.fromRevisionId) ?? [],
        accepts: offer.byAgreement ? 'nothing' : (group.accepts as Accepts),
        gaps: complianceGaps(offer.revision.manifest, group),
        before: { amount: BigInt(group.amount), currency: group.currency },
        after: { amount: offer.price?.amountMinor ?? 0n, currency: offer.price?.currency ?? null },
      }),
    }));
  }
}

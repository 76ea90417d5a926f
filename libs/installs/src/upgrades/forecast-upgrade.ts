import { Injectable } from '@nestjs/common';
import { Listings, listingsErrors } from '@portal/listings';
import { bypassRowSecurity, Transactor } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import { PromptsRepository } from './prompts.repository.js';
import { PlanUpgrades, type DecidedGroup } from './plan-upgrades.js';

export interface Forecast {
  /** False when the version does not go up: the revision would apply to new installs only. */
  asks: boolean;
  groups: DecidedGroup[];
}

/** Effect of publishing a revision on running installs, before it is published. Changes nothing. */
@Injectable()
export class ForecastUpgrade {
  constructor(
    private readonly transactor: Transactor,
    private readonly prompts: PromptsRepository,
    private readonly listings: Listings,
    private readonly plan: PlanUpgrades,
  ) {}

  /** @throws AppError `revision_not_found` (404), `price_missing` (409: it could not be published) */
  async execute(driveId: string, revisionId: string): Promise<Forecast> {
    const revision = await this.listings.revision(revisionId);
    if (revision?.driveId !== driveId) throw installsErrors.revision_not_found();
    const asks = await this.listings.asksInstalls(driveId, revisionId);
    // Tenants' policies are counted for the author, and not shown.
    const [running, groups] = await bypassRowSecurity(() =>
      this.transactor.run(
        async (tx) =>
          [
            await this.prompts.running(tx, driveId, revisionId),
            await this.prompts.groups(tx, driveId, revisionId),
          ] as const,
      ),
    );
    const currencies = [...new Set(['usd', ...running.currencies])];
    const offer = await this.plan.offer(revision, { ...running, currencies }, true);
    if (!offer.byAgreement && offer.prices.size === 0) throw listingsErrors.price_missing();
    return { asks, groups: asks ? this.plan.decide(offer, groups) : [] };
  }
}

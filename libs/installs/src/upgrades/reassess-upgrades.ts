import { Injectable } from '@nestjs/common';
import { Listings } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { PromptsRepository } from './prompts.repository.js';
import { PlanUpgrades } from './plan-upgrades.js';

/**
 * What a tenant has on file, or the evidence behind the claims of a Drive, has changed: the outcome of every open
 * upgrade is decided again by the rule of the offer. None happens automatically: an unblocked one asks the operator.
 * Harmless when repeated.
 */
@Injectable()
export class ReassessUpgrades {
  constructor(
    private readonly transactor: Transactor,
    private readonly prompts: PromptsRepository,
    private readonly listings: Listings,
    private readonly plan: PlanUpgrades,
  ) {}

  /** Of every tenant with an open upgrade of the Drive. */
  async executeForDrive(driveId: string): Promise<void> {
    const tenants = await this.transactor.run((tx) => this.prompts.openTenants(tx, driveId));
    for (const tenantId of tenants) await this.execute(tenantId);
  }

  /** Returns how many open upgrades have another outcome than before. */
  async execute(tenantId: string): Promise<number> {
    const pairs = await this.transactor.run((tx) => this.prompts.openPairs(tx, tenantId));
    let changed = 0;
    for (const to of new Set(pairs.map((pair) => pair.to))) {
      const revision = await this.listings.revision(to);
      if (!revision) continue;
      const same = pairs.filter((pair) => pair.to === to);
      const offer = await this.plan.offer(revision, {
        revisionIds: [...new Set(same.map((pair) => pair.from))],
        currencies: [...new Set(same.map((pair) => pair.payIn))],
      });
      changed += await this.transactor.run(async (tx) => {
        await this.prompts.lockPolicies(tx);
        let sum = 0;
        for (const group of this.plan.decide(offer, await this.prompts.openGroups(tx, tenantId, to))) {
          const outcome = group.outcome === 'blocked' ? 'blocked' : 'consent';
          const reasons = group.outcome === 'alone' ? ['asked_first'] : group.reasons;
          sum += await this.prompts.redecide(tx, group.promptIds, outcome, reasons);
        }
        return sum;
      });
    }
    return changed;
  }
}

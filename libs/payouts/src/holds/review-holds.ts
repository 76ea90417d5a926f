import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { reserveReason } from './domain/reserve-rule.js';
import { EndHold } from './end-hold.js';
import { HoldsRepository } from './holds.repository.js';
import { authorsAbove } from './read/dispute-rates.js';
import { ReleaseHolds } from './release-holds.js';

/** Reviews all holds, every hour and before a run is computed: a hold whose reason has ended releases what it keeps. */
@Injectable()
export class ReviewHolds {
  constructor(
    private readonly transactor: Transactor,
    private readonly policies: Policies,
    private readonly holds: HoldsRepository,
    private readonly endHold: EndHold,
    private readonly releases: ReleaseHolds,
    private readonly ids: Ids,
  ) {}

  /** Returns how many held amounts (one per hold and month) were released on their date. */
  async execute(): Promise<number> {
    return this.transactor.run((tx) => this.within(tx));
  }

  async within(tx: Tx): Promise<number> {
    for (const { id } of await this.holds.withTaxDetails(tx))
      await this.end(tx, id, 'The tax details are complete.', true);
    await this.applyReserve(tx);
    return this.releases.within(tx);
  }

  private end(tx: Tx, id: string, reason: string, releaseNow: boolean): Promise<void> {
    return this.endHold.ifInForce(tx, id, { reason, releaseNow }, SYSTEM_ACTOR);
  }

  /** Authors to whom finance's reserve policy applies get an automatic reserve; that of others ends. */
  private async applyReserve(tx: Tx): Promise<void> {
    const { reserve_rule: rule } = await this.policies.allAt(tx, tx.now);
    const inForce = (await this.holds.inForce(tx, tx.now)).filter((hold) => hold.automatic);
    if (rule.basis_points === 0 && inForce.length === 0) return;
    const threshold = rule.above_dispute_basis_points;
    const meant =
      rule.basis_points === 0 || rule.months === 0
        ? new Map<string, number | null>()
        : await authorsAbove(tx, threshold, tx.now);
    for (const hold of inForce) {
      const same = hold.basisPoints === rule.basis_points && hold.windowMonths === rule.months;
      const ofRate = (hold.kind === 'dispute_rate') === (threshold !== null);
      if (same && ofRate && meant.delete(hold.orgId)) continue;
      // Under other terms, what was withheld under these keeps its dates.
      await this.end(tx, hold.id, 'The rule does not apply any more.', !meant.has(hold.orgId));
    }
    for (const [orgId, rate] of meant) {
      const id = this.ids.next();
      await this.holds.insert(tx, {
        id,
        orgId,
        kind: threshold === null ? 'manual' : 'dispute_rate',
        basisPoints: rule.basis_points,
        windowMonths: rule.months,
        reason: reserveReason(rule, rate),
        automatic: true,
        startsAt: tx.now,
        endsAt: null,
        madeBy: null,
        madeByName: SYSTEM_ACTOR.name,
      });
      await tx.audit(SYSTEM_ACTOR, 'payout_hold.placed', ['organization', orgId], {
        after: { hold_id: id, basis_points: rule.basis_points, months: rule.months, dispute_basis_points: rate },
      });
    }
  }
}

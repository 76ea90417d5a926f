import { Injectable } from '@nestjs/common';
import { Policies } from '@portal/billing';
import { Ids } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { reserveReason } from './domain/reserve-rule.js';
import { HoldsRepository } from './holds.repository.js';
import { DisputeRates } from './dispute-rates.js';

/**
 * Applies finance's reserve policy before a run is computed. Authors to whom it applies get an automatic reserve; for
 * others it ends, and what it has withheld stays until its release date.
 */
@Injectable()
export class ApplyReserveRule {
  constructor(
    private readonly policies: Policies,
    private readonly holds: HoldsRepository,
    private readonly rates: DisputeRates,
    private readonly ids: Ids,
  ) {}

  async within(tx: Tx): Promise<void> {
    const { reserve_rule: rule } = await this.policies.allAt(tx, tx.now);
    const inForce = (await this.holds.inForce(tx, tx.now)).filter((hold) => hold.automatic);
    if (rule.basis_points === 0 && inForce.length === 0) return;
    const threshold = rule.above_dispute_basis_points;
    const meant =
      rule.basis_points === 0 || rule.months === 0
        ? new Map<string, number | null>()
        : await this.rates.authorsAbove(tx, threshold, tx.now);
    for (const hold of inForce) {
      const same = hold.basisPoints === rule.basis_points && hold.windowMonths === rule.months;
      const ofRate = (hold.kind === 'dispute_rate') === (threshold !== null);
      if (same && ofRate && meant.delete(hold.orgId)) continue;
      await this.holds.end(tx, hold.id, SYSTEM_ACTOR, 'The rule does not apply any more.');
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

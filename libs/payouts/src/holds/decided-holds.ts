import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import type { RunDecision } from '../runs/domain/run-exceptions.js';
import { EndHold } from './end-hold.js';
import { HoldsRepository } from './holds.repository.js';
import { PlaceHold } from './place-hold.js';

/** The part of a payout that matters for holds placed by decisions about its run. */
interface HeldPayout {
  readonly orgId: string;
  readonly holdId: string | null;
}

/** Holds that the preparer of a run places and removes. One per author, because a hold applies to every currency. */
@Injectable()
export class DecidedHolds {
  constructor(
    private readonly holds: HoldsRepository,
    private readonly placeHold: PlaceHold,
    private readonly endHold: EndHold,
  ) {}

  /**
   * Places or ends holds for the decision about `chosen`; `all` are the payouts of the run. Returns the hold of each
   * author who is on hold by it.
   */
  async apply(
    tx: Tx,
    of: { decision: RunDecision; reason: string; chosen: readonly HeldPayout[]; all: readonly HeldPayout[] },
    actor: Actor,
  ): Promise<Map<string, string>> {
    const holds = new Map<string, string>();
    if (of.decision !== 'hold') {
      for (const id of idsOf(of.chosen))
        await this.endHold.ifInForce(tx, id, { reason: of.reason, releaseNow: false }, actor);
      return holds;
    }
    for (const { orgId } of of.chosen) {
      if (holds.has(orgId)) continue;
      const placed = await this.inForce(tx, idsOf(of.all.filter((one) => one.orgId === orgId)));
      holds.set(orgId, placed ?? (await this.place(tx, orgId, of.reason, actor)));
    }
    return holds;
  }

  /** An existing full hold of the author is used; a second one would be left over when the decision is reversed. */
  private async inForce(tx: Tx, ids: ReadonlySet<string>): Promise<string | undefined> {
    for (const id of ids) {
      const hold = await this.holds.lock(tx, id);
      if (hold && (hold.endsAt === null || hold.endsAt > tx.now)) return id;
    }
    return undefined;
  }

  private async place(tx: Tx, orgId: string, reason: string, actor: Actor) {
    const terms = { orgId, kind: 'review', basisPoints: 10_000, windowMonths: null, endsAt: null } as const;
    return this.placeHold.within(tx, { ...terms, reason }, actor);
  }
}

const idsOf = (payouts: readonly HeldPayout[]): Set<string> =>
  new Set(payouts.flatMap(({ holdId }) => (holdId === null ? [] : [holdId])));

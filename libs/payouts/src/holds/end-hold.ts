import { Injectable } from '@nestjs/common';
import { AppError, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { payoutErrors } from '../errors.js';
import { HoldsRepository } from './holds.repository.js';
import { ReleaseHolds } from './release-holds.js';

/**
 * Ends a hold: nothing more is withheld. Amounts of a hold without a window are released at once; those of a rolling
 * reserve keep their release dates unless they are released now. A run that was prepared before still withholds its
 * part, as approved, and the next release returns it.
 */
@Injectable()
export class EndHold {
  constructor(
    private readonly transactor: Transactor,
    private readonly holds: HoldsRepository,
    private readonly releases: ReleaseHolds,
  ) {}

  /** @throws AppError `payout_hold_not_found` (404), `payout_hold_ended` (409) when there is nothing left to end */
  async execute(id: string, how: { reason: string; releaseNow: boolean }, actor: Actor): Promise<void> {
    await this.transactor.run((tx) => this.within(tx, id, how, actor));
  }

  /** Like `execute`, inside the caller's transaction. Does nothing when the hold has ended already. */
  async ifInForce(tx: Tx, id: string, how: { reason: string; releaseNow: boolean }, actor: Actor): Promise<void> {
    const hold = await this.holds.lock(tx, id);
    if (hold && (hold.endsAt === null || hold.endsAt > tx.now)) await this.within(tx, id, how, actor);
  }

  private async within(tx: Tx, id: string, how: { reason: string; releaseNow: boolean }, actor: Actor): Promise<void> {
    const hold = required(await this.holds.lock(tx, id), payoutErrors.payout_hold_not_found);
    const ended = hold.endsAt !== null && hold.endsAt <= tx.now;
    if (ended && !how.releaseNow) throw new AppError(payoutErrors.payout_hold_ended);
    if (!ended) await this.holds.end(tx, id, actor, how.reason);
    if (how.releaseNow || hold.windowMonths === null) {
      await this.holds.noteReleased(tx, id);
      await this.releases.allOf(tx, id);
    }
    await tx.audit(actor, 'payout_hold.ended', ['organization', hold.orgId], {
      after: { hold_id: id, released: how.releaseNow || hold.windowMonths === null },
      reason: how.reason,
    });
  }
}

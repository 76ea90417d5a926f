import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { removalStep } from './domain/factor-removal.js';
import { EndFactorRemoval } from './end-factor-removal.js';
import { FactorRemovalsRepository, type FactorRemovalRow } from './factor-removals.repository.js';
import { RemovalNotice } from './removal-notice.js';

/**
 * Removes second factors whose removal is approved and whose waiting time is over. Closes removals that were not
 * approved in time or are no longer possible. Each in its own transaction.
 */
@Injectable()
export class RemoveFactors {
  constructor(
    private readonly transactor: Transactor,
    private readonly removals: FactorRemovalsRepository,
    private readonly end: EndFactorRemoval,
    private readonly factors: SecondFactorsRepository,
    private readonly sessions: SessionsRepository,
    private readonly notice: RemovalNotice,
  ) {}

  /** Returns how many second factors were removed. */
  async execute(): Promise<number> {
    let done = 0;
    for (const id of await this.removals.openIds())
      if (await this.transactor.run((tx) => this.advance(tx, id))) done += 1;
    return done;
  }

  /** True when the second factor was removed. */
  private async advance(tx: Tx, id: string): Promise<boolean> {
    // Locked by someone who cancels, approves or uses a code; the next run handles the result.
    const removal = await this.removals.lockIfFree(tx, id);
    const step = removal && removalStep(removal, tx.now);
    if (!step) return false;
    switch (step.to) {
      case 'expired':
        await this.removals.end(tx, id, 'expired');
        await this.notice.expired(tx, SYSTEM_ACTOR, removal);
        return false;
      case 'cancelled':
        await this.end.cancel(tx, removal, { actor: SYSTEM_ACTOR, by: step.by });
        return false;
      case 'done':
        await this.takeOff(tx, removal);
        return true;
    }
  }

  private async takeOff(tx: Tx, removal: FactorRemovalRow): Promise<void> {
    await this.factors.remove(tx, removal.userId);
    await this.factors.endChallengesOf(tx, removal.userId);
    await this.sessions.revokeOthers(tx, removal.userId, null);
    await this.removals.end(tx, removal.id, 'done');
    await this.notice.done(tx, SYSTEM_ACTOR, removal);
  }
}

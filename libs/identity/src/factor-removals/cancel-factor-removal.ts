import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { isOpenRemoval } from './domain/factor-removal.js';
import { EndFactorRemoval } from './end-factor-removal.js';
import { FactorRemovalsRepository } from './factor-removals.repository.js';

/** Cancels a removal: any admin, the person in a session, or anyone with the mailed link can. */
@Injectable()
export class CancelFactorRemoval {
  constructor(
    private readonly transactor: Transactor,
    private readonly removals: FactorRemovalsRepository,
    private readonly end: EndFactorRemoval,
    private readonly limits: AttemptLimits,
  ) {}

  /** @throws AppError `factor_removal_not_found` (404), `session_required` (403), `factor_removal_closed` (409) */
  async byAdmin({ actor, removalId, reason }: { actor: Actor; removalId: string; reason: string }): Promise<void> {
    ownSession(actor);
    await this.transactor.run(async (tx) => {
      const removal = await this.removals.lock(tx, removalId);
      if (!removal) throw new AppError(identityErrors.factor_removal_not_found);
      if (!isOpenRemoval(removal, tx.now)) throw new AppError(identityErrors.factor_removal_closed);
      await this.end.cancel(tx, removal, { actor, by: 'admin', reason });
    });
  }

  /** @throws AppError `factor_removal_not_found` (404), `session_required` (403) */
  async byPerson(actor: Actor): Promise<void> {
    const { userId } = ownSession(actor);
    await this.transactor.run(async (tx) => {
      const removal = await this.end.lockOpenOf(tx, userId);
      if (!removal) throw new AppError(identityErrors.factor_removal_not_found);
      await this.end.cancelByPerson(tx, removal, 'person');
    });
  }

  /** @throws AppError `factor_removal_link_not_valid` (404), `too_many_attempts` (429) */
  async byLink({ token, ip }: { token: string; ip: string }): Promise<void> {
    const cancelled = await this.transactor.run(async (tx) => {
      const removal = await this.removals.lockByToken(tx, token);
      if (!removal || !isOpenRemoval(removal, tx.now)) return false;
      await this.end.cancelByPerson(tx, removal, 'link');
      return true;
    });
    if (cancelled) return;
    await this.limits.afterMiss(ip);
    throw new AppError(identityErrors.factor_removal_link_not_valid);
  }
}

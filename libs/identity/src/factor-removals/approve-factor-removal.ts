import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { refusalOf, Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { AccountMails } from '../notifications/account-mails.js';
import { ownSession } from '../sessions/own-session.js';
import { removalDue, removalState } from './domain/factor-removal.js';
import { FactorRemovalsRepository } from './factor-removals.repository.js';
import { RemovalNotice } from './removal-notice.js';

/** The second admin's approval of a removal. The person can then cancel it until the waiting time is over. */
@Injectable()
export class ApproveFactorRemoval {
  constructor(
    private readonly config: Config,
    private readonly transactor: Transactor,
    private readonly removals: FactorRemovalsRepository,
    private readonly mails: AccountMails,
    private readonly notice: RemovalNotice,
  ) {}

  /**
   * Returns when the second factor will be removed (RFC 3339).
   * @throws AppError `factor_removal_not_found` (404), `factor_removal_same_person`, `session_required` (403),
   *   `factor_removal_closed`, `person_disabled`, `second_factor_off`, `factor_removal_stale` (409)
   */
  async execute({ actor, removalId }: { actor: Actor; removalId: string }): Promise<string> {
    const { userId: by } = ownSession(actor);
    try {
      return await this.transactor.run(async (tx) => {
        const removal = await this.removals.lock(tx, removalId);
        if (!removal) throw new AppError(identityErrors.factor_removal_not_found);
        if (by === removal.requestedBy || by === removal.userId)
          throw new AppError(identityErrors.factor_removal_same_person);
        if (removalState(removal, tx.now) !== 'requested') throw new AppError(identityErrors.factor_removal_closed);
        if (removal.personDisabled) throw new AppError(identityErrors.person_disabled);
        if (!removal.factorOn) throw new AppError(identityErrors.second_factor_off);
        const dueAt = removalDue(tx.now, this.config.secondFactorRemovalWaitHours);
        const token = this.mails.newRemovalToken();
        await this.removals.approve(tx, removalId, { by, dueAt, token });
        await this.notice.approved(tx, actor, removal, { dueAt, token });
        return dueAt.toISOString();
      });
    } catch (error) {
      // The route has checked that the approver is an admin, so the requester is no longer one.
      throw refusalOf(error, { factor_removals_by_admins: identityErrors.factor_removal_stale });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Billing } from '@portal/billing';
import { AppError, Ids } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { ComputeRun } from './compute-run.js';
import { payoutErrors } from '../errors.js';
import { PayoutRunEntity } from './payouts.entity.js';
import { RunBlockers } from './run-blockers.js';

/** Creates the payout run of a closed month and computes it. */
@Injectable()
export class PrepareRun {
  constructor(
    private readonly transactor: Transactor,
    private readonly billing: Billing,
    private readonly blockers: RunBlockers,
    private readonly computeRun: ComputeRun,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws AppError `period_not_closed`, `payout_run_exists` (this month has one), `payout_run_open` (that of another
   *   month is not executed yet), `payout_run_blocked` (says what is open), `forbidden` when the caller is not a user
   */
  async execute(month: string, actor: Actor): Promise<{ id: string }> {
    const userId = requirePerson(actor, 'A person has to prepare a payout run.');
    if (!(await this.billing.isClosed(month))) throw new AppError(payoutErrors.period_not_closed);
    const id = await this.draft(month, { userId, name: actor.name });
    await this.computeRun.execute(id, actor);
    return { id };
  }

  private async draft(month: string, by: { userId: string; name: string }): Promise<string> {
    try {
      return await this.transactor.run(async (tx) => {
        const id = this.ids.next();
        await this.blockers.assertNone(tx, month, 'prepare');
        const prepared = { preparedBy: by.userId, preparedByName: by.name };
        await tx.manager.insert(PayoutRunEntity, { id, month, state: 'draft', ...prepared });
        return id;
      });
    } catch (error) {
      throw refusalOf(error, {
        payout_runs_one_per_month: payoutErrors.payout_run_exists,
        payout_runs_one_open: payoutErrors.payout_run_open,
      });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { AppError, formatMinor } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { TransferGateway } from '@portal/stripe-gateway';
import { payoutErrors } from '../errors.js';
import { PayoutsRepository, type RunRow } from './payouts.repository.js';
import { RunQueries } from './read/run-queries.js';
import { RunBlockers } from './run-blockers.js';

/**
 * Checks whether an approved run may start: the balance covers it, no item blocks it, and its approvers still have
 * their role.
 */
@Injectable()
export class ExecutionChecks {
  constructor(
    private readonly queries: RunQueries,
    private readonly transfers: TransferGateway,
    private readonly blockers: RunBlockers,
    private readonly repository: PayoutsRepository,
  ) {}

  /**
   * Reads the balance at the processor; returns the checks to make once the run is locked.
   * @throws AppError `payout_balance_short`; the returned check `payout_run_blocked`, `approver_without_role`
   */
  async before(runId: string): Promise<(tx: Tx, run: RunRow) => Promise<void>> {
    await this.assertCovered(runId);
    return async (tx, run) => {
      await this.blockers.assertNone(tx, run.month, 'pay');
      await this.assertApprovers(tx, run);
    };
  }

  private async assertApprovers(tx: Tx, run: RunRow): Promise<void> {
    const approvers = await this.repository.approvers(tx, run);
    const lost = approvers.filter(({ mayApprove }) => !mayApprove).map(({ userName }) => userName);
    if (approvers.length - lost.length >= run.approvalsNeeded) return;
    throw new AppError(payoutErrors.approver_without_role, {
      message: `${lost.join(' and ')} may not approve any more. Another person of finance has to approve this run.`,
    });
  }

  private async assertCovered(runId: string): Promise<void> {
    for (const { currency, amount } of await this.queries.amountsToSend(runId)) {
      const { availableMinor: available } = await this.transfers.availableBalance(currency);
      if (available >= amount) continue;
      throw new AppError(payoutErrors.payout_balance_short, {
        message: `The processor has ${formatMinor(available, currency)} available, this run needs ${formatMinor(amount, currency)}: ${formatMinor(amount - available, currency)} are missing. Card payments become available after some days.`,
      });
    }
  }
}

import { AppError } from '@portal/kernel';
import { inputHash } from './domain/input-hash.js';
import { payoutErrors } from '../errors.js';
import type { PayoutRow, RunRow } from './payouts.repository.js';

/**
 * Recomputes the hash of a run's rows before approval and before execution.
 * @throws AppError `payout_set_changed` (409)
 */
export function assertUnchanged(run: RunRow, payouts: readonly PayoutRow[]): void {
  if (run.cutoffTx === null || inputHash(run.month, run.cutoffTx, payouts) !== run.inputHash)
    throw new AppError(payoutErrors.payout_set_changed);
}

import { AppError } from '@portal/kernel';
import { payoutErrors } from '../../errors.js';
import type { RunQueries } from '../read/run-queries.js';
import type { PayoutRunView } from './payouts.view.js';

/** @throws AppError `payout_run_not_found` */
export async function runView(runs: RunQueries, id: string): Promise<PayoutRunView> {
  const run = await runs.get(id);
  if (!run) throw new AppError(payoutErrors.payout_run_not_found);
  return run;
}

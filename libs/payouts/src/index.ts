export { PayoutsCoreModule, PayoutsModule, PayoutsWorkerModule } from './payouts.module.js';
export { payoutErrors } from './errors.js';
export { REASON_TEXT, type PayoutReason } from './domain/plan-payout.js';
export { PayoutForecast, type NextPayout } from './read/payout-forecast.js';
export { PayoutDue, PayoutSettled, RunFinished } from './events.js';
export { RunBlockers, RunBlockerSource, type RunBlocker, type RunStep } from './run-blockers.js';
export { DecidedTransfers, DecidedTransferSource } from './decided-transfers.js';
export { ApproverRoles } from './approver-roles.js';
export { ApproveRun } from './approve-run.js';
export { DecideExceptions } from './decide-exceptions.js';
export { CancelRun } from './cancel-run.js';
export { ExecuteRun } from './execute-run.js';
export { PrepareRun } from './prepare-run.js';
export { SendPayout } from './send-payout.js';
export { EndHold } from './end-hold.js';
export { PlaceHold } from './place-hold.js';
export { RecoverBalance } from './recover-balance.js';
export { OverdueBalances, type OverdueBalance } from './read/overdue-balances.js';
export { RECOVERY_WAYS, type RecoveryWay } from './domain/recovery.js';
export { RetryFailed } from './retry-failed.js';
export { explainPayout } from './domain/explain-unpaid.js';
export {
  DATE_KINDS,
  partOf,
  runAfter,
  tellUnpaid,
  UNPAID_REASONS,
  UNPAID_TEXT,
  type StoredPart,
  type UnpaidPart,
  type UnpaidReason,
  type UnpaidTold,
} from './domain/unpaid.js';
export { UnpaidPartView } from './http/payouts.view.js';

export { PayoutsCoreModule, PayoutsModule, PayoutsWorkerModule } from './payouts.module.js';
export { payoutErrors } from './errors.js';
export { REASON_TEXT, type PayoutReason } from './runs/domain/plan-payout.js';
export { LIFE_KINDS, stepLabel, type LifeEvent, type TimelineReader } from './runs/domain/payout-timeline.js';
export { AuthorMonth } from './runs/read/author-month.js';
export { nextRun } from './runs/read/next-run.js';
export { Unpaid } from './runs/read/unpaid.js';
export {
  PayoutHoldEnded,
  PayoutHoldPlaced,
  PayoutHoldReleased,
  PayoutRefused,
  PayoutReversed,
  PayoutSettled,
  RunFinished,
} from './events.js';
export { RunBlockers, RunBlockerSource, type RunBlocker, type RunStep } from './runs/run-blockers.js';
export { ApproveRun } from './runs/approve-run.js';
export { DecideExceptions } from './runs/decide-exceptions.js';
export { CancelRun } from './runs/cancel-run.js';
export { ExecuteRun } from './runs/execute-run.js';
export { PauseRun } from './runs/pause-run.js';
export { PrepareRun } from './runs/prepare-run.js';
export { SendPayout } from './transfers/send-payout.js';
export { EndHold } from './holds/end-hold.js';
export { PlaceHold } from './holds/place-hold.js';
export { RecoverBalance } from './holds/recover-balance.js';
export { OverdueBalances, type OverdueBalance } from './holds/overdue-balances.js';
export { RetryFailed } from './transfers/retry-failed.js';
export { explainPayout } from './runs/domain/explain-unpaid.js';
export {
  DATE_KINDS,
  partOf,
  runAfter,
  describeUnpaid,
  UNPAID_REASONS,
  UNPAID_TEXT,
  type StoredPart,
  type UnpaidPart,
  type UnpaidReason,
} from './runs/domain/unpaid.js';
export { UNDECIDED } from './runs/payouts.repository.js';
export { PayoutRunView } from './runs/http/payouts.view.js';
export { RunQueries } from './runs/read/run-queries.js';

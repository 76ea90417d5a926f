export { PayoutsCoreModule, PayoutsModule, PayoutsWorkerModule } from './payouts.module.js';
export { payoutErrors } from './errors.js';
export { PayoutDue, PayoutSettled, RunFinished } from './events.js';
export { ApproveRun } from './approve-run.js';
export { CancelRun } from './cancel-run.js';
export { ExecuteRun } from './execute-run.js';
export { PrepareRun } from './prepare-run.js';
export { SendPayout } from './send-payout.js';

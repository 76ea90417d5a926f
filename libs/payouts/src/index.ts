export { PayoutsCoreModule, PayoutsModule, PayoutsWorkerModule } from './payouts.module.js';
export { payoutErrors } from './errors.js';
export { PayoutDue, PayoutSettled, RunFinished } from './events.js';
export { RunBlockers, RunBlockerSource, type RunBlocker } from './run-blockers.js';

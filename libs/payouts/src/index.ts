export { PayoutsCoreModule, PayoutsModule, PayoutsWorkerModule } from './payouts.module.js';
export { payoutErrors } from './errors.js';
export { REASON_TEXT, REFUSED_TEXT, type PayoutReason } from './domain/plan-payout.js';
export { PayoutForecast, type NextPayout } from './read/payout-forecast.js';
export { PayoutDue, PayoutSettled, RunFinished } from './events.js';

export { ReconciliationModule, ReconciliationWorkerModule } from './reconciliation.module.js';
export { Reconcile } from './reconcile.js';
export { openBlockers } from './read/open-blockers.js';

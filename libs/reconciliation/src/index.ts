export { ReconciliationCoreModule, ReconciliationModule, ReconciliationWorkerModule } from './reconciliation.module.js';
export { Reconcile } from './reconcile.js';
export { openBlockers, type Blocker } from './read/open-blockers.js';
export { reconciliationErrors } from './errors.js';
export { ExceptionOpened, ReconciliationRequested } from './events.js';

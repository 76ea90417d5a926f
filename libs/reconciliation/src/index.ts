export { ReconciliationModule, ReconciliationWorkerModule } from './reconciliation.module.js';
export { Reconcile } from './reconcile.js';

export { APP_ROLE, CALLER_ROLE, createDataSource } from './data-source.js';
export {
  bypassRowSecurity,
  bypassRowSecurityFor,
  currentScope,
  keepScope,
  NOBODY_SCOPE,
  grantOwnership,
  SYSTEM_SCOPE,
  withScope,
  type DataScope,
} from './data-scope.js';
export { assertMode } from './assert-mode.js';
export { Database } from './database.js';
export { bigintColumn } from './entities.js';
export { REQUEST_KEY } from './keyed-request.js';
export { assertNoOpenTransaction } from './open-transaction.js';
export { PortalClock } from './portal-clock.js';
export { schemaDigest, schemaFolder } from './schema/release-schema.js';
export { assertExpectedVersion, revisionOf, type Facts } from './revision.js';
export { isoDates, type ColumnsOf, type RowOf } from './row-of.js';
export { takeLock } from './take-lock.js';
export { refusalOf } from './refusal-of.js';
export { sqlState, violatedConstraint } from './database-errors.js';
export { Transactor } from './transactor.js';
export type { Tx } from './tx.js';
export { currentWorker } from './worker-lease.js';
export { TestClock } from './test-clock.js';
export { distinctByIndex } from './distinct-by-index.js';

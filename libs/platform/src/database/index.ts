export { APP_ROLE, CALLER_ROLE, createDataSource } from './connection/data-source.js';
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
} from './scope/data-scope.js';
export { assertMode } from './start/assert-mode.js';
export { Database } from './database.js';
export { bigintColumn } from './entities/entities.js';
export { REQUEST_KEY } from './transaction/keyed-request.js';
export { assertNoOpenTransaction } from './transaction/open-transaction.js';
export { PortalClock } from './clock/portal-clock.js';
export { schemaDigest, schemaFolder } from './schema/release-schema.js';
export { assertExpectedVersion, revisionOf, type Facts } from './revision.js';
export { isoDates, type ColumnsOf, type RowOf } from './statements/row-of.js';
export { takeLock } from './transaction/take-lock.js';
export { refusalOf } from './statements/refusal-of.js';
export { sqlState, violatedConstraint } from './statements/database-errors.js';
export { Transactor } from './transactor.js';
export type { Tx } from './transaction/tx.js';
export { currentWorker } from './transaction/worker-lease.js';
export { TestClock } from './clock/test-clock.js';
export { distinctByIndex } from './statements/distinct-by-index.js';

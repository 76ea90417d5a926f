export { StatementsCoreModule, StatementsModule, StatementsWorkerModule } from './statements.module.js';
export { statementErrors } from './errors.js';
export { ExportRequested, MonthSealed } from './events.js';

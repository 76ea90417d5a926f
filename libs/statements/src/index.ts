export { StatementsModule, StatementsWorkerModule } from './statements.module.js';
export { ExportRequested, MonthSealed } from './events.js';

export { StatementsModule, StatementsWorkerModule } from './statements.module.js';

export { LedgerCoreModule, LedgerModule, LedgerWorkerModule } from './ledger.module.js';
export { CheckSeals } from './check-seals.js';
export { SealEntries } from './seal-entries.js';
export { Ledger } from './ledger.js';
export { LedgerSources, type SourceDescription } from './ledger-sources.js';
export { normalizeCurrency } from './domain/currency.js';
export { CHART, ownSide, type AccountCode } from './domain/chart.js';
export { reversed, type AccountRef, type Leg, type Posting } from './domain/posting.js';
export type { OwnerBalance, Queryable } from './read/account-balances.js';

export { LedgerCoreModule, LedgerModule, LedgerWorkerModule } from './ledger.module.js';
export { Ledger } from './ledger.js';
export { ledgerErrors } from './errors.js';
export { CHART, type AccountCode } from './domain/chart.js';
export { reversed, type AccountRef, type Leg, type Posting } from './domain/posting.js';
export type { PostingQuery, PostResult } from './post-entries.js';
export type { OwnerBalance, Queryable } from './read/account-balances.js';
export type { Movement } from './read/account-movements.js';
export type { Proof, ProofCheck } from './read/prove-ledger.js';

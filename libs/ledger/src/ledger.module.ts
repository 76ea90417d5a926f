import { Module } from '@nestjs/common';
import { SealEntriesJob } from './jobs/seal-entries.job.js';
import { LedgerController } from './http/ledger.controller.js';
import { Ledger } from './ledger.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { PostEntries } from './post-entries.js';
import { AccountBalances } from './read/account-balances.js';
import { AccountMovements } from './read/account-movements.js';
import { ListEntries } from './read/list-entries.js';
import { ProveLedger } from './read/prove-ledger.js';
import { SealEntries } from './seal-entries.js';
import { TakeSnapshots } from './take-snapshots.js';

@Module({
  providers: [
    Ledger,
    LedgerRepository,
    PostEntries,
    AccountBalances,
    AccountMovements,
    ListEntries,
    ProveLedger,
    SealEntries,
    TakeSnapshots,
  ],
  exports: [Ledger, ListEntries, ProveLedger, SealEntries, TakeSnapshots],
})
export class LedgerCoreModule {}

/** For the HTTP process: the facade and the finance routes. */
@Module({ imports: [LedgerCoreModule], controllers: [LedgerController], exports: [LedgerCoreModule] })
export class LedgerModule {}

/** For the worker: the facade, and sealing. */
@Module({ imports: [LedgerCoreModule], providers: [SealEntriesJob], exports: [LedgerCoreModule] })
export class LedgerWorkerModule {}

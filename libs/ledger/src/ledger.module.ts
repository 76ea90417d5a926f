import { Module } from '@nestjs/common';
import { LedgerController } from './http/ledger.controller.js';
import { Ledger } from './ledger.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { PostEntries } from './post-entries.js';
import { AccountBalances } from './read/account-balances.js';
import { AccountMovements } from './read/account-movements.js';
import { ListEntries } from './read/list-entries.js';
import { ProveLedger } from './read/prove-ledger.js';

@Module({
  providers: [Ledger, LedgerRepository, PostEntries, AccountBalances, AccountMovements, ListEntries, ProveLedger],
  exports: [Ledger, ListEntries, ProveLedger],
})
export class LedgerCoreModule {}

/** For the HTTP process: the facade and the finance routes. */
@Module({ imports: [LedgerCoreModule], controllers: [LedgerController], exports: [LedgerCoreModule] })
export class LedgerModule {}

/** For the worker: the facade; the ledger has no background work of its own. */
@Module({ imports: [LedgerCoreModule], exports: [LedgerCoreModule] })
export class LedgerWorkerModule {}

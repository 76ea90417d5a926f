import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { SealEntriesJob } from './jobs/seal-entries.job.js';
import { CheckSeals } from './check-seals.js';
import { LedgerController } from './http/ledger.controller.js';
import { LEDGER_LIST_EXPORT } from './http/ledger-list-export.js';
import { Ledger } from './ledger.js';
import { LedgerSources } from './ledger-sources.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { PostEntries } from './post-entries.js';
import { AccountBalances } from './read/account-balances.js';
import { AccountMovements } from './read/account-movements.js';
import { AccountTotals } from './read/account-totals.js';
import { ExportEntries } from './read/export-entries.js';
import { ListEntries } from './read/list-entries.js';
import { ProveLedger } from './read/prove-ledger.js';
import { SealEntries } from './seal-entries.js';
import { TakeSnapshots } from './take-snapshots.js';
import './read/gauges.js';

const SHARED = [
  AccountTotals,
  CheckSeals,
  ExportEntries,
  Ledger,
  LedgerSources,
  ListEntries,
  ProveLedger,
  SealEntries,
  TakeSnapshots,
];

@Module({
  providers: [...SHARED, AccountBalances, AccountMovements, LEDGER_LIST_EXPORT, LedgerRepository, PostEntries],
  exports: SHARED,
})
export class LedgerCoreModule {}

/** For the HTTP process: the facade and the finance routes. */
@Module({ imports: [LedgerCoreModule], controllers: [LedgerController], exports: [LedgerCoreModule] })
export class LedgerModule {}

/** For the worker: the facade, sealing, and checking the seals. */
@Module({
  imports: [LedgerCoreModule],
  providers: [SealEntriesJob, scheduledJob('ledger.check-seals', CheckSeals)],
  exports: [LedgerCoreModule],
})
export class LedgerWorkerModule {}

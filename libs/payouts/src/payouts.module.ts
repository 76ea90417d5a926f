import { Global, Module } from '@nestjs/common';
import { AccountsHttpModule, AccountsModule, AccountsWorkerModule } from './accounts/accounts.module.js';
import { HoldsHttpModule, HoldsModule, HoldsWorkerModule } from './holds/holds.module.js';
import { RunsHttpModule, RunsModule, RunStepsModule } from './runs/runs.module.js';
import { TransfersHttpModule, TransfersModule, TransfersWorkerModule } from './transfers/transfers.module.js';
import './gauges.js';

/** Exports for other libs, in the HTTP process and in the worker. */
@Module({
  imports: [AccountsModule, HoldsModule, RunsModule, RunStepsModule, TransfersModule],
  exports: [HoldsModule, RunsModule, TransfersModule],
})
export class PayoutsCoreModule {}

/** For the HTTP process. Global, because authors inject `AuthorProgress` without importing this module. */
@Global()
@Module({
  imports: [PayoutsCoreModule, AccountsHttpModule, HoldsHttpModule, RunsHttpModule, TransfersHttpModule],
  exports: [RunsHttpModule],
})
export class PayoutsModule {}

/** For the worker. */
@Module({ imports: [PayoutsCoreModule, AccountsWorkerModule, HoldsWorkerModule, TransfersWorkerModule] })
export class PayoutsWorkerModule {}

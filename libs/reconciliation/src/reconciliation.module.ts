import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { BillingCoreModule } from '@portal/billing';
import { IdentityCoreModule, NotificationsModule } from '@portal/identity';
import { LedgerCoreModule } from '@portal/ledger';
import { ListingsCoreModule } from '@portal/listings';
import { PayoutsCoreModule } from '@portal/payouts';
import { moneyProcessor, GiveUp } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { BookMovements } from './book-movements.js';
import { CompareBooks } from './compare-books.js';
import { ReconciliationRequested } from './events.js';
import { ExceptionsService } from './exceptions.service.js';
import { ComingChanges } from './home/coming-changes.js';
import { FinanceWork } from './home/finance-work.js';
import { FinanceHomeController } from './home/finance-home.controller.js';
import { ExceptionsController } from './http/exceptions.controller.js';
import { RunReconciliation } from './read/run-reconciliation.js';
import { ReconciliationSources } from './read/reconciliation-sources.js';
import { EXCEPTIONS_EXPORT } from './http/exceptions-export.js';
import { BalanceOverviewController } from './http/balance-overview.controller.js';
import { ReconciliationController } from './http/reconciliation.controller.js';
import { ItemsRepository } from './persistence/items.repository.js';
import { MovementsRepository } from './persistence/movements.repository.js';
import { ReconciliationRunsRepository } from './persistence/runs.repository.js';
import { InternalExceptions } from './read/internal-exceptions.js';
import { PullMovements } from './pull-movements.js';
import { Figures } from './read/figures.js';
import { LatestReconciliation } from './read/latest-reconciliation.js';
import { BalanceOverview } from './read/balance-overview.js';
import { Worklist } from './read/worklist.js';
import { ReconciliationBlockers } from './reconciliation-blockers.js';
import { Reconcile } from './reconcile.js';
import { RequestReconciliation } from './request-reconciliation.js';
import { WatchExceptions } from './watch-exceptions.js';
import { WriteOffItem } from './write-off-item.js';
import './gauges.js';

const SHARED = [ItemsRepository, MovementsRepository, ReconciliationRunsRepository, Worklist];

/** Repositories of runs, items and movements, and what both processes export. */
@Module({
  imports: [LedgerCoreModule, PayoutsCoreModule],
  providers: [...SHARED, EXCEPTIONS_EXPORT, ReconciliationSources],
  exports: SHARED,
})
class ReconciliationCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [
    ApprovalsModule,
    ReconciliationCoreModule,
    LedgerCoreModule,
    StripeGatewayCoreModule,
    IdentityCoreModule,
    BillingCoreModule,
    ListingsCoreModule,
    NotificationsModule,
    PayoutsCoreModule,
  ],
  controllers: [ReconciliationController, BalanceOverviewController, ExceptionsController, FinanceHomeController],
  providers: [
    ExceptionsService,
    ComingChanges,
    FinanceWork,
    LatestReconciliation,
    BalanceOverview,
    ReconciliationBlockers,
    RequestReconciliation,
    RunReconciliation,
    ...approvalKind(WriteOffItem),
  ],
})
export class ReconciliationModule {}

/** For the worker. */
@Module({
  imports: [ReconciliationCoreModule, LedgerCoreModule, StripeGatewayCoreModule, PayoutsCoreModule],
  providers: [
    BookMovements,
    CompareBooks,
    Figures,
    InternalExceptions,
    PullMovements,
    Reconcile,
    scheduledJob('reconciliation.reconcile', Reconcile, (reconcile) => reconcile.daily()),
    moneyProcessor(ReconciliationRequested, 'reconciliation.reconcile', Reconcile, async (reconcile, { run_id }) => {
      try {
        await reconcile.execute(run_id);
      } catch (error) {
        // The run keeps the reason, and a user can request another one.
        throw new GiveUp(error instanceof Error ? error.message : String(error));
      }
    }),
    WatchExceptions,
    scheduledJob('reconciliation.watch-exceptions', WatchExceptions),
  ],
})
export class ReconciliationWorkerModule {}

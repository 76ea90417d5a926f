import { Module } from '@nestjs/common';
import { AuthorProgress, AuthorsCoreModule, ownedRows } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { AccountsHttpModule, AccountsModule } from '../accounts/accounts.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { ApproveRun } from './approve-run.js';
import { CancelRun } from './cancel-run.js';
import { ComputeRun } from './compute-run.js';
import { DecideExceptions } from './decide-exceptions.js';
import { ExecuteRun } from './execute-run.js';
import { ExecutionChecks } from './execution-checks.js';
import { FinishRun } from './finish-run.js';
import { AuthorHomeController } from './http/author-home.controller.js';
import { FinanceAuthorsController } from './http/finance-authors.controller.js';
import { PAYOUT_EXPORTS } from './http/payout-exports.js';
import { PayoutRunStepsController } from './http/payout-run-steps.controller.js';
import { PayoutRunsController } from './http/payout-runs.controller.js';
import { PublicPayoutsController } from './http/public-payouts.controller.js';
import { RunExceptionsController } from './http/run-exceptions.controller.js';
import { PauseRun } from './pause-run.js';
import { PayoutObstacles } from './payout-obstacles.js';
import { PayoutsRepository } from './payouts.repository.js';
import { PlanPayouts } from './plan-payouts.js';
import { PrepareRun } from './prepare-run.js';
import { AuthorHome } from './read/author-home.js';
import { AuthorMonth } from './read/author-month.js';
import { FinanceAuthors } from './read/finance-authors.js';
import { PaidLastMonth } from './read/paid-last-month.js';
import { PayoutInputs } from './read/payout-inputs.js';
import { PayoutProgress } from './read/payout-progress.js';
import { PayoutSources } from './read/payout-sources.js';
import { RunComparison } from './read/run-comparison.js';
import { RunExceptions } from './read/run-exceptions.js';
import { RunPayouts } from './read/run-payouts.js';
import { SEARCH_RUNS } from './read/search-runs.js';
import { RunQueries } from './read/run-queries.js';
import { UnpaidNotes } from './read/unpaid-notes.js';
import { Unpaid } from './read/unpaid.js';
import { RunBlockers } from './run-blockers.js';
import { RunDecisions } from './run-decisions.js';

const SHARED = [
  FinishRun,
  PayoutInputs,
  PayoutObstacles,
  PayoutsRepository,
  RunBlockers,
  RunExceptions,
  RunPayouts,
  RunQueries,
  Unpaid,
];

/** Payout runs as rows, what blocks one, and what is unpaid. */
@Module({
  imports: [AuthorsCoreModule, BillingCoreModule, LedgerCoreModule, AccountsModule, HoldsModule],
  providers: [...SHARED, AuthorMonth, PayoutSources, RunComparison, ...PAYOUT_EXPORTS],
  exports: SHARED,
})
export class RunsModule {}

const STEPS = [ApproveRun, CancelRun, ComputeRun, DecideExceptions, ExecuteRun, PauseRun, PrepareRun];

/** What people do with a run, up to its execution. */
@Module({
  imports: [BillingCoreModule, LedgerCoreModule, StripeGatewayCoreModule, HoldsModule, RunsModule],
  providers: [...STEPS, ExecutionChecks, PlanPayouts, RunComparison, RunDecisions],
  exports: STEPS,
})
export class RunStepsModule {}

/** Routes for finance about runs, and for authors about their money. */
@Module({
  imports: [AuthorsCoreModule, BillingCoreModule, LedgerCoreModule, AccountsHttpModule, RunsModule, RunStepsModule],
  controllers: [
    AuthorHomeController,
    FinanceAuthorsController,
    PayoutRunStepsController,
    PayoutRunsController,
    PublicPayoutsController,
    RunExceptionsController,
  ],
  providers: [
    AuthorHome,
    AuthorMonth,
    FinanceAuthors,
    PaidLastMonth,
    ownedRows('payouts.payouts'),
    RunComparison,
    SEARCH_RUNS,
    UnpaidNotes,
    { provide: AuthorProgress, useClass: PayoutProgress },
  ],
  exports: [AuthorProgress],
})
export class RunsHttpModule {}

import { Global, Module } from '@nestjs/common';
import { AuthorProgress, AuthorsCoreModule } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { IdentityCoreModule } from '@portal/identity';
import { LedgerCoreModule } from '@portal/ledger';
import { registerEntities } from '@portal/platform';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { AccountOnboarding } from './accounts/account-onboarding.js';
import { ApplyReserveRule } from './holds/apply-reserve-rule.js';
import { ApproverRoles } from './runs/approver-roles.js';
import { ApproveRun } from './runs/approve-run.js';
import { CancelRun } from './runs/cancel-run.js';
import { ComputeRun } from './runs/compute-run.js';
import { DecidedHolds } from './holds/decided-holds.js';
import { DecidedTransfers } from './transfers/decided-transfers.js';
import { DecideExceptions } from './runs/decide-exceptions.js';
import { EndHold } from './holds/end-hold.js';
import { ExecuteRun } from './runs/execute-run.js';
import { FinishRun } from './runs/finish-run.js';
import { FollowAccount } from './accounts/follow-account.js';
import { FollowBank } from './transfers/follow-bank.js';
import { AuthorMoneyController } from './accounts/author-money.controller.js';
import { FinanceAuthorsController } from './accounts/finance-authors.controller.js';
import { PayoutHoldsController } from './holds/payout-holds.controller.js';
import { PayoutExports } from './runs/http/payout-exports.js';
import { PayoutRunsController } from './runs/http/payout-runs.controller.js';
import { RecoveriesController } from './holds/recoveries.controller.js';
import { AccountChangedProcessor } from './accounts/account-changed.processor.js';
import { BankPayoutProcessor } from './transfers/bank-payout.processor.js';
import { FollowBankJob } from './transfers/follow-bank.job.js';
import { RedriveAttemptsJob } from './transfers/redrive-attempts.job.js';
import { ReleaseHoldsJob } from './holds/release-holds.job.js';
import { SendPayoutProcessor } from './transfers/send-payout.processor.js';
import { KeepHeld } from './holds/keep-held.js';
import { PayoutMails } from './payout-mails.js';
import { OpenPayoutAccount } from './accounts/open-payout-account.js';
import { PayoutObstacles } from './runs/payout-obstacles.js';
import { PayoutRules } from './runs/payout-rules.js';
import { AccountsRepository } from './accounts/accounts.repository.js';
import { BankLegsRepository } from './transfers/bank-legs.repository.js';
import { HoldsRepository } from './holds/holds.repository.js';
import { PayoutAccountEntity, PayoutAttemptEntity, PayoutEntity, PayoutRunEntity } from './runs/payouts.entity.js';
import { PayoutsRepository } from './runs/payouts.repository.js';
import { RecoveriesRepository } from './holds/recoveries.repository.js';
import { RunDecisionsRepository } from './runs/run-decisions.repository.js';
import { PlaceHold } from './holds/place-hold.js';
import { PrepareRun } from './runs/prepare-run.js';
import { DisputeRates } from './holds/dispute-rates.js';
import { FinanceAuthors } from './accounts/finance-authors.js';
import { ListHolds } from './holds/list-holds.js';
import { OverdueBalances } from './holds/overdue-balances.js';
import { PayoutAccountQuery } from './accounts/payout-account.js';
import { PayoutForecast } from './runs/read/payout-forecast.js';
import { PayoutInputs } from './runs/read/payout-inputs.js';
import { PayoutProgress } from './runs/read/payout-progress.js';
import { Recoveries } from './holds/recoveries.js';
import { PayoutSources } from './runs/read/payout-sources.js';
import { RunComparison } from './runs/read/run-comparison.js';
import { RunExceptions } from './runs/read/run-exceptions.js';
import { RunPayouts } from './runs/read/run-payouts.js';
import { RunQueries } from './runs/read/run-queries.js';
import { AuthorPayouts } from './accounts/author-payouts.js';
import { Unpaid } from './runs/read/unpaid.js';
import { RecomputeRun } from './runs/recompute-run.js';
import { RecordTransfer } from './transfers/record-transfer.js';
import { RecoverBalance } from './holds/recover-balance.js';
import { RedriveAttempts } from './transfers/redrive-attempts.js';
import { RefreshPayoutAccount } from './accounts/refresh-payout-account.js';
import { ReleaseHolds } from './holds/release-holds.js';
import { RetryFailed } from './transfers/retry-failed.js';
import { RunBlockers } from './runs/run-blockers.js';
import { SendPayout } from './transfers/send-payout.js';
import { SwapPayoutAccount } from './accounts/swap-payout-account.js';
import { PayoutObjects } from './runs/read/payout-objects.js';
import './gauges.js';

registerEntities(PayoutRunEntity, PayoutEntity, PayoutAccountEntity, PayoutAttemptEntity);

const PROVIDERS = [
  AccountOnboarding,
  AccountsRepository,
  ApplyReserveRule,
  ApproveRun,
  ApproverRoles,
  BankLegsRepository,
  CancelRun,
  ComputeRun,
  DecidedHolds,
  DecidedTransfers,
  DecideExceptions,
  DisputeRates,
  EndHold,
  FinanceAuthors,
  ExecuteRun,
  FinishRun,
  FollowAccount,
  FollowBank,
  HoldsRepository,
  KeepHeld,
  ListHolds,
  OpenPayoutAccount,
  OverdueBalances,
  PayoutAccountQuery,
  PayoutExports,
  PayoutForecast,
  PayoutInputs,
  PayoutMails,
  PayoutObstacles,
  PayoutRules,
  PayoutsRepository,
  PlaceHold,
  PrepareRun,
  RecomputeRun,
  RecoverBalance,
  Recoveries,
  RecoveriesRepository,
  RecordTransfer,
  RedriveAttempts,
  RefreshPayoutAccount,
  ReleaseHolds,
  RetryFailed,
  RunBlockers,
  PayoutSources,
  RunComparison,
  RunDecisionsRepository,
  RunExceptions,
  RunPayouts,
  RunQueries,
  SendPayout,
  SwapPayoutAccount,
  AuthorPayouts,
  Unpaid,
];

@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, AuthorsCoreModule, BillingCoreModule, IdentityCoreModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class PayoutsCoreModule {}

/** For the HTTP process. Global, because authors asks for `AuthorProgress` without knowing who provides it. */
@Global()
@Module({
  imports: [PayoutsCoreModule, AuthorsCoreModule],
  controllers: [
    FinanceAuthorsController,
    PayoutRunsController,
    PayoutHoldsController,
    RecoveriesController,
    AuthorMoneyController,
  ],
  providers: [{ provide: AuthorProgress, useClass: PayoutProgress }, PayoutObjects],
  exports: [AuthorProgress],
})
export class PayoutsModule {}

/** For the worker. */
@Module({
  imports: [PayoutsCoreModule],
  providers: [
    SendPayoutProcessor,
    AccountChangedProcessor,
    BankPayoutProcessor,
    FollowBankJob,
    RedriveAttemptsJob,
    ReleaseHoldsJob,
  ],
})
export class PayoutsWorkerModule {}

import { Global, Module } from '@nestjs/common';
import { AuthorProgress, AuthorsCoreModule } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { IdentityCoreModule } from '@portal/identity';
import { LedgerCoreModule } from '@portal/ledger';
import { registerEntities } from '@portal/platform';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { AccountOnboarding } from './account-onboarding.js';
import { ApplyReserveRule } from './apply-reserve-rule.js';
import { ApproverRoles } from './approver-roles.js';
import { ApproveRun } from './approve-run.js';
import { CancelRun } from './cancel-run.js';
import { ComputeRun } from './compute-run.js';
import { DecidedHolds } from './decided-holds.js';
import { DecidedTransfers } from './decided-transfers.js';
import { DecideExceptions } from './decide-exceptions.js';
import { EndHold } from './end-hold.js';
import { ExecuteRun } from './execute-run.js';
import { FinishRun } from './finish-run.js';
import { FollowAccount } from './follow-account.js';
import { FollowBank } from './follow-bank.js';
import { AuthorMoneyController } from './http/author-money.controller.js';
import { FinanceAuthorsController } from './http/finance-authors.controller.js';
import { PayoutHoldsController } from './http/payout-holds.controller.js';
import { PayoutExports } from './http/payout-exports.js';
import { PayoutRunsController } from './http/payout-runs.controller.js';
import { RecoveriesController } from './http/recoveries.controller.js';
import { AccountChangedProcessor } from './jobs/account-changed.processor.js';
import { BankPayoutProcessor } from './jobs/bank-payout.processor.js';
import { FollowBankJob } from './jobs/follow-bank.job.js';
import { RedriveAttemptsJob } from './jobs/redrive-attempts.job.js';
import { ReleaseHoldsJob } from './jobs/release-holds.job.js';
import { SendPayoutProcessor } from './jobs/send-payout.processor.js';
import { KeepHeld } from './keep-held.js';
import { PayoutMails } from './payout-mails.js';
import { OpenPayoutAccount } from './open-payout-account.js';
import { PayoutObstacles } from './payout-obstacles.js';
import { PayoutRules } from './payout-rules.js';
import { AccountsRepository } from './persistence/accounts.repository.js';
import { BankLegsRepository } from './persistence/bank-legs.repository.js';
import { HoldsRepository } from './persistence/holds.repository.js';
import {
  PayoutAccountEntity,
  PayoutAttemptEntity,
  PayoutEntity,
  PayoutRunEntity,
} from './persistence/payouts.entity.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { RecoveriesRepository } from './persistence/recoveries.repository.js';
import { RunDecisionsRepository } from './persistence/run-decisions.repository.js';
import { PlaceHold } from './place-hold.js';
import { PrepareRun } from './prepare-run.js';
import { DisputeRates } from './read/dispute-rates.js';
import { FinanceAuthors } from './read/finance-authors.js';
import { ListHolds } from './read/list-holds.js';
import { OverdueBalances } from './read/overdue-balances.js';
import { PayoutAccountQuery } from './read/payout-account.js';
import { PayoutForecast } from './read/payout-forecast.js';
import { PayoutInputs } from './read/payout-inputs.js';
import { PayoutProgress } from './read/payout-progress.js';
import { Recoveries } from './read/recoveries.js';
import { PayoutSources } from './read/payout-sources.js';
import { RunComparison } from './read/run-comparison.js';
import { RunExceptions } from './read/run-exceptions.js';
import { RunPayouts } from './read/run-payouts.js';
import { RunQueries } from './read/run-queries.js';
import { AuthorPayouts } from './read/author-payouts.js';
import { Unpaid } from './read/unpaid.js';
import { RecomputeRun } from './recompute-run.js';
import { RecordTransfer } from './record-transfer.js';
import { RecoverBalance } from './recover-balance.js';
import { RedriveAttempts } from './redrive-attempts.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';
import { ReleaseHolds } from './release-holds.js';
import { RetryFailed } from './retry-failed.js';
import { RunBlockers } from './run-blockers.js';
import { SendPayout } from './send-payout.js';
import { SwapPayoutAccount } from './swap-payout-account.js';
import { PayoutObjects } from './read/payout-objects.js';
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

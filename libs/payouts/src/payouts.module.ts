import { Global, Module } from '@nestjs/common';
import { AuthorProgress, AuthorsCoreModule } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { LedgerCoreModule } from '@portal/ledger';
import { registerEntities } from '@portal/platform';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { ApproveRun } from './approve-run.js';
import { CancelRun } from './cancel-run.js';
import { ExecuteRun } from './execute-run.js';
import { FinishRun } from './finish-run.js';
import { FollowAccount } from './follow-account.js';
import { AuthorMoneyController } from './http/author-money.controller.js';
import { PayoutRunsController } from './http/payout-runs.controller.js';
import { AccountChangedProcessor } from './jobs/account-changed.processor.js';
import { RedriveAttemptsJob } from './jobs/redrive-attempts.job.js';
import { SendPayoutProcessor } from './jobs/send-payout.processor.js';
import { PayoutMails } from './payout-mails.js';
import { OpenPayoutAccount } from './open-payout-account.js';
import {
  PayoutAccountEntity,
  PayoutAttemptEntity,
  PayoutEntity,
  PayoutRunEntity,
} from './persistence/payouts.entity.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { PrepareRun } from './prepare-run.js';
import { PayoutAccountQuery } from './read/payout-account.js';
import { PayoutForecast } from './read/payout-forecast.js';
import { PayoutProgress } from './read/payout-progress.js';
import { RunQueries } from './read/run-queries.js';
import { RecordTransfer } from './record-transfer.js';
import { RedriveAttempts } from './redrive-attempts.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';
import { SendPayout } from './send-payout.js';

registerEntities(PayoutRunEntity, PayoutEntity, PayoutAccountEntity, PayoutAttemptEntity);

const PROVIDERS = [
  ApproveRun,
  CancelRun,
  ExecuteRun,
  FinishRun,
  FollowAccount,
  OpenPayoutAccount,
  PayoutAccountQuery,
  PayoutForecast,
  PayoutMails,
  PayoutsRepository,
  PrepareRun,
  RecordTransfer,
  RedriveAttempts,
  RefreshPayoutAccount,
  RunQueries,
  SendPayout,
];

@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, AuthorsCoreModule, BillingCoreModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class PayoutsCoreModule {}

/** For the HTTP process. Global, because authors asks for `AuthorProgress` without knowing who provides it. */
@Global()
@Module({
  imports: [PayoutsCoreModule],
  controllers: [PayoutRunsController, AuthorMoneyController],
  providers: [{ provide: AuthorProgress, useClass: PayoutProgress }],
  exports: [AuthorProgress],
})
export class PayoutsModule {}

/** For the worker. */
@Module({ imports: [PayoutsCoreModule], providers: [SendPayoutProcessor, AccountChangedProcessor, RedriveAttemptsJob] })
export class PayoutsWorkerModule {}

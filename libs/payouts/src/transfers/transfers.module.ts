import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { scheduledJob } from '@portal/platform/jobs';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PayoutsCommonModule } from '../common/common.module.js';
import { PayoutAccountEntity } from '../runs/payouts.entity.js';
import { RunsModule } from '../runs/runs.module.js';
import { BankLegsRepository } from './bank-legs.repository.js';
import { BankPayoutProcessor } from './bank-payout.processor.js';
import { CarryPayout } from './carry-payout.js';
import { ClaimPayout } from './claim-payout.js';
import { DecidedTransfers } from './decided-transfers.js';
import { SyncBankPayoutsJob } from './sync-bank-payouts.job.js';
import { SyncBankPayouts } from './sync-bank-payouts.js';
import { KnownTransfers } from './known-transfers.js';
import { RecordTransfer } from './record-transfer.js';
import { RedriveAttempts } from './redrive-attempts.js';
import { RetryFailedController } from './retry-failed.controller.js';
import { RetryFailed } from './retry-failed.js';
import { SendPayout } from './send-payout.js';
import { SendPayoutProcessor } from './send-payout.processor.js';

/** Sends one transfer per payout and records its outcome. */
@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, AccountsModule, PayoutsCommonModule, RunsModule],
  providers: [CarryPayout, ClaimPayout, DecidedTransfers, KnownTransfers, RecordTransfer, RetryFailed, SendPayout],
  exports: [DecidedTransfers, RetryFailed, SendPayout],
})
export class TransfersModule {}

/** Routes of finance: retrying failed payouts. */
@Module({
  imports: [RunsModule, TransfersModule],
  controllers: [RetryFailedController],
})
export class TransfersHttpModule {}

/** Worker: sending payouts and syncing bank payouts. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PayoutAccountEntity]),
    StripeGatewayCoreModule,
    PayoutsCommonModule,
    RunsModule,
    TransfersModule,
  ],
  providers: [
    BankLegsRepository,
    BankPayoutProcessor,
    SyncBankPayouts,
    SyncBankPayoutsJob,
    RedriveAttempts,
    scheduledJob('payouts.redrive-attempts', RedriveAttempts),
    SendPayoutProcessor,
  ],
})
export class TransfersWorkerModule {}

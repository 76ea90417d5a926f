import { Module } from '@nestjs/common';
import { LedgerCoreModule } from '@portal/ledger';
import { eventProcessor, moneyProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { StripeEventReceived, StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PayoutDue } from '../events.js';
import { RunsModule } from '../runs/runs.module.js';
import { BankLegsRepository } from './bank-legs.repository.js';
import { CarryPayout } from './carry-payout.js';
import { ClaimPayout } from './claim-payout.js';
import { SyncBankPayouts } from './sync-bank-payouts.js';
import { KnownTransfers } from './known-transfers.js';
import { RecordTransfer } from './record-transfer.js';
import { RedriveAttempts } from './redrive-attempts.js';
import { RetryFailedController } from './retry-failed.controller.js';
import { RetryFailed } from './retry-failed.js';
import { SendPayout } from './send-payout.js';

/** Sends one transfer per payout and records its outcome. */
@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, AccountsModule, RunsModule],
  providers: [CarryPayout, ClaimPayout, KnownTransfers, RecordTransfer, RetryFailed, SendPayout],
  exports: [RetryFailed, SendPayout],
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
  imports: [StripeGatewayCoreModule, RunsModule, TransfersModule],
  providers: [
    BankLegsRepository,
    SyncBankPayouts,
    scheduledJob('payouts.sync-bank-payouts', SyncBankPayouts, (sync, stopping) => sync.all(stopping)),
    RedriveAttempts,
    scheduledJob('payouts.redrive-attempts', RedriveAttempts),
    eventProcessor(
      StripeEventReceived,
      'payouts.sync-bank-payouts',
      SyncBankPayouts,
      { wants: ({ type, account }) => account !== undefined && type.startsWith('payout.') },
      (sync, { account }) => sync.execute(account!),
    ),
    moneyProcessor(PayoutDue, 'payouts.send-payout', SendPayout, (send, { payout_id }, { eventId }) =>
      send.execute(payout_id, eventId),
    ),
  ],
})
export class TransfersWorkerModule {}

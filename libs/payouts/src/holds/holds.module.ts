import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsCoreModule, ApprovalsModule } from '@portal/approvals';
import { AuthorsCoreModule } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { LedgerCoreModule } from '@portal/ledger';
import { scheduledJob } from '@portal/platform/jobs';

import { DecidedHolds } from './decided-holds.js';
import { EndHold } from './end-hold.js';
import { HoldsRepository } from './holds.repository.js';
import { ReserveHeldAmounts } from './reserve-held-amounts.js';
import { ListHolds } from './list-holds.js';
import { OverdueBalances } from './overdue-balances.js';
import { PayoutHoldsController } from './payout-holds.controller.js';
import { PlaceHold } from './place-hold.js';
import { RecoverBalance } from './recover-balance.js';
import { RecoveriesController } from './recoveries.controller.js';
import { ReleaseHolds } from './release-holds.js';
import { ReviewHolds } from './review-holds.js';

const SHARED = [
  DecidedHolds,
  EndHold,
  HoldsRepository,
  ListHolds,
  OverdueBalances,
  PlaceHold,
  ReleaseHolds,
  ReserveHeldAmounts,
  ReviewHolds,
];

/** Holds on payouts, and negative balances. */
@Module({
  imports: [ApprovalsCoreModule, AuthorsCoreModule, LedgerCoreModule, BillingCoreModule],
  providers: [...SHARED, ...approvalKind(RecoverBalance)],
  exports: [...SHARED, RecoverBalance],
})
export class HoldsModule {}

/** Routes of finance for holds and recoveries. */
@Module({
  imports: [ApprovalsModule, HoldsModule],
  controllers: [PayoutHoldsController, RecoveriesController],
})
export class HoldsHttpModule {}

/** The job that releases holds on their date, or when their reason has ended. */
@Module({
  imports: [HoldsModule],
  providers: [scheduledJob('payouts.release-holds', ReviewHolds)],
})
export class HoldsWorkerModule {}

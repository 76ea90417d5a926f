import { Module } from '@nestjs/common';
import { ApprovalsModule, capableThing } from '@portal/approvals';
import { AuthorsCoreModule } from '@portal/authors';
import { eventProcessor } from '@portal/platform/events';
import { StripeEventReceived, StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { PayoutsCommonModule } from '../common/common.module.js';
import { AccountOnboarding } from './account-onboarding.js';
import { CapablePayee } from './capable-payee.js';
import { AccountsRepository } from './accounts.repository.js';
import { AuthorMoneyController } from './author-money.controller.js';
import { AuthorPayouts } from './author-payouts.js';
import { OpenPayoutAccount } from './open-payout-account.js';
import { PayoutAccountQuery } from './payout-account.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';
import { SwapPayoutAccount } from './swap-payout-account.js';

const SHARED = [AccountsRepository, RefreshPayoutAccount];

/** Authors' payout accounts at the processor. */
@Module({
  imports: [StripeGatewayCoreModule, PayoutsCommonModule],
  providers: SHARED,
  exports: SHARED,
})
export class AccountsModule {}

/** Routes of authors' payout accounts. */
@Module({
  imports: [ApprovalsModule, AuthorsCoreModule, StripeGatewayCoreModule, AccountsModule, PayoutsCommonModule],
  controllers: [AuthorMoneyController],
  providers: [
    ...capableThing(CapablePayee),
    AccountOnboarding,
    AuthorPayouts,
    OpenPayoutAccount,
    PayoutAccountQuery,
    SwapPayoutAccount,
  ],
  exports: [PayoutAccountQuery],
})
export class AccountsHttpModule {}

/** Consumer of the processor's events about accounts. */
@Module({
  imports: [AccountsModule],
  providers: [
    eventProcessor(
      StripeEventReceived,
      'payouts.sync-payout-account',
      RefreshPayoutAccount,
      { wants: ({ type, object_id }) => object_id !== null && /^(v2\.core\.account|account)\b/.test(type) },
      (refresh, { object_id }) => refresh.byProviderId(object_id!),
    ),
  ],
})
export class AccountsWorkerModule {}

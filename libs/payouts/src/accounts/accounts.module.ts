import { Module } from '@nestjs/common';
import { ApprovalsModule, capableThing } from '@portal/approvals';
import { AuthorsCoreModule } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { eventProcessor } from '@portal/platform/events';
import { StripeEventReceived, StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { AccountOnboarding } from './account-onboarding.js';
import { CapablePayee } from './capable-payee.js';
import { AccountsRepository } from './accounts.repository.js';
import { AuthorMoneyController } from './author-money.controller.js';
import { AuthorPayouts } from './author-payouts.js';
import { OpenPayoutAccount } from './open-payout-account.js';
import { PayoutAccountMails } from './payout-account-mails.js';
import { PayoutAccountQuery } from './payout-account.js';
import { RefreshPayoutAccount } from './refresh-payout-account.js';
import { SwapPayoutAccount } from './swap-payout-account.js';

const SHARED = [AccountsRepository, PayoutAccountMails, RefreshPayoutAccount];

/** Authors' payout accounts at the processor. */
@Module({
  imports: [AuthorsCoreModule, BillingCoreModule, StripeGatewayCoreModule],
  providers: SHARED,
  exports: SHARED,
})
export class AccountsModule {}

/** Routes of authors' payout accounts. */
@Module({
  imports: [ApprovalsModule, AuthorsCoreModule, StripeGatewayCoreModule, AccountsModule],
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

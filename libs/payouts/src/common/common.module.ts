import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { PayoutMails } from './payout-mails.js';
import { PayoutRules } from './payout-rules.js';

/** Finance's policies for payouts, and mail to authors. */
@Module({
  imports: [AuthorsCoreModule, BillingCoreModule],
  providers: [PayoutMails, PayoutRules],
  exports: [PayoutMails, PayoutRules],
})
export class PayoutsCommonModule {}

import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { BillingCoreModule } from '@portal/billing';
import { PayoutMails } from './payout-mails.js';

/** Finance's policies for payouts, and mail to authors. */
@Module({
  imports: [AuthorsCoreModule, BillingCoreModule],
  providers: [PayoutMails],
  exports: [BillingCoreModule, PayoutMails],
})
export class PayoutsCommonModule {}

import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { StripeEventReceived, type StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { SyncBankPayouts } from './sync-bank-payouts.js';

/** When the processor reports a change of a bank payout, syncs the bank payouts of its account. */
@Injectable()
export class BankPayoutProcessor extends EventProcessor<StripeEventReceivedPayload> {
  readonly event = StripeEventReceived;
  readonly consumer = 'payouts.sync-bank-payouts';

  constructor(private readonly syncBank: SyncBankPayouts) {
    super();
  }

  override wants({ type, account }: StripeEventReceivedPayload): boolean {
    return account !== undefined && type.startsWith('payout.');
  }

  async handle({ account }: StripeEventReceivedPayload): Promise<void> {
    if (account !== undefined) await this.syncBank.execute(account);
  }
}

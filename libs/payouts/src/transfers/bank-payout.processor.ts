import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform';
import { StripeEventReceived, type StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { FollowBank } from './follow-bank.js';

/** The processor says that a payout to somebody's bank moved: the account's payouts are looked at. */
@Injectable()
export class BankPayoutProcessor extends EventProcessor<StripeEventReceivedPayload> {
  readonly event = StripeEventReceived;
  readonly consumer = 'payouts.follow-bank';

  constructor(private readonly bank: FollowBank) {
    super();
  }

  override wants({ type, account }: StripeEventReceivedPayload): boolean {
    return account !== undefined && type.startsWith('payout.');
  }

  async handle({ account }: StripeEventReceivedPayload): Promise<void> {
    if (account !== undefined) await this.bank.execute(account);
  }
}

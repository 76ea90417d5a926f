import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { stripeErrors } from '../errors.js';
import { classify, isMissing } from './classify.js';
import { StripeClient } from './stripe-client.js';
import { toAppError } from './to-app-error.js';

/** Keeps the payment sandbox's clock in step with ours. Does nothing with a real test account. */
@Injectable()
export class SandboxControl {
  constructor(
    private readonly config: Config,
    private readonly client: StripeClient,
  ) {}

  /**
   * Sets how far the sandbox's clock is ahead of the wall clock, in milliseconds. A clock that is further ahead is not
   * changed.
   * @throws AppError `payment_provider_unavailable` when the sandbox cannot be reached.
   */
  async setClockOffset(offsetMs: number): Promise<void> {
    await this.move({ offset_ms: offsetMs });
  }

  /**
   * Advances the sandbox's clock, milliseconds.
   * @throws as `setClockOffset`
   */
  async advanceClock(advanceMs: number): Promise<void> {
    await this.move({ advance_ms: advanceMs });
  }

  private async move(by: Record<string, number>): Promise<void> {
    if (!this.config.isSandbox || this.config.stripe.apiBase === undefined) return;
    try {
      await this.client.call('sandbox clock', (stripe) => stripe.rawRequest('POST', '/_sandbox/clock', by));
    } catch (error) {
      const answer = classify(error);
      // Another server at this address, such as a proxy to the real provider, has no clock.
      if (isMissing(answer)) return;
      if (answer.kind === 'refused' && answer.code === 'clock_ahead') return;
      if (answer.kind === 'refused')
        throw new AppError(stripeErrors.payment_provider_refused, { message: answer.message });
      throw toAppError(error);
    }
  }
}

import { Injectable } from '@nestjs/common';
import { AppError, Clock, commonErrors } from '@portal/kernel';
import { Config, Outbox, Transactor } from '@portal/platform';
import { stripeErrors } from '../errors.js';
import { StripeEventReceived } from '../events.js';
import { ProviderEventsRepository } from './persistence/provider-events.repository.js';
import { parseEvent } from './parse-event.js';
import { VerifySignature } from './verify-signature.js';

/**
 * Takes one event of the provider: verified on the raw bytes, written once by its id, told on once. Handling happens
 * later, by whoever listens; so a repeat, an old event or a wrong order is harmless.
 */
@Injectable()
export class ReceiveEvent {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly signature: VerifySignature,
    private readonly transactor: Transactor,
    private readonly events: ProviderEventsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `webhook_closed`, `webhook_signature_invalid`, `invalid_request` */
  async execute(body: Buffer | undefined, header: string | undefined): Promise<{ repeated: boolean }> {
    const secret = this.config.stripe.webhookSecret;
    if (secret.reveal() === '') throw new AppError(stripeErrors.webhook_closed);
    const valid = await this.signature.isValid(body, header, secret, this.clock.wallNow());
    if (!valid || body === undefined) throw new AppError(stripeErrors.webhook_signature_invalid);
    const event = parseEvent(body);
    if (!event) throw new AppError(commonErrors.invalid_request, { message: 'This is not an event we can read.' });
    return this.transactor.run(async (tx) => {
      const fresh = await this.events.insertIfNew(tx, event);
      if (fresh) {
        await this.outbox.emit(tx, StripeEventReceived, {
          event_id: event.eventId,
          type: event.type,
          object_id: event.objectId,
        });
      }
      return { repeated: !fresh };
    });
  }
}

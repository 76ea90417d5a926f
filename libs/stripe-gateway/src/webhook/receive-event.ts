import { Injectable } from '@nestjs/common';
import { AppError, Clock, commonErrors, type Secret } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { stripeErrors } from '../errors.js';
import { parseEvent } from './parse-event.js';
import { ProviderEventsRepository } from './persistence/provider-events.repository.js';
import { isSignatureValid } from './verify-signature.js';

/**
 * Receives one provider event: verifies the raw bytes, stores it once by its id and emits it once. Consumers handle it
 * later, so repeats, old events and wrong order are harmless.
 */
@Injectable()
export class ReceiveEvent {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly transactor: Transactor,
    private readonly events: ProviderEventsRepository,
  ) {}

  /**
   * `endpoint`: which of the two endpoints received it; each has its own secrets and accepts only its own events.
   * @throws AppError `webhook_closed`, `webhook_signature_invalid`, `invalid_request`
   */
  async execute(endpoint: 'platform' | 'connect', body: Buffer | undefined, header: string | undefined) {
    const { webhookSecrets, connectWebhookSecrets } = this.config.stripe;
    const secrets = endpoint === 'connect' ? connectWebhookSecrets : webhookSecrets;
    if (secrets.length === 0) throw new AppError(stripeErrors.webhook_closed);
    if (body === undefined || !(await this.isSigned(body, header, secrets))) {
      throw new AppError(stripeErrors.webhook_signature_invalid);
    }
    const event = parseEvent(body);
    if (!event || (endpoint === 'connect') !== (event.source === 'connect')) {
      throw new AppError(commonErrors.invalid_request, { message: 'This is not an event we can read here.' });
    }
    const fresh = await this.transactor.run((tx) => this.events.takeIn(tx, event, 'webhook'));
    return { repeated: !fresh };
  }

  private async isSigned(body: Buffer, header: string | undefined, secrets: readonly Secret[]): Promise<boolean> {
    const now = this.clock.wallNow();
    for (const secret of secrets) {
      if (await isSignatureValid(body, header, secret, now)) return true;
    }
    return false;
  }
}

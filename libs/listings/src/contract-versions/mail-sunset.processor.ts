import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { SunsetDue, type DueSunsetPayload } from '../events.js';
import { MailSunset } from './mail-sunset.js';

@Injectable()
export class MailSunsetProcessor extends EventProcessor<DueSunsetPayload> {
  readonly event = SunsetDue;
  readonly consumer = 'listings.mail-sunset';

  constructor(private readonly mail: MailSunset) {
    super();
  }

  handle(payload: DueSunsetPayload, context: DeliveryContext): Promise<void> {
    return this.mail.execute(payload, (work) => context.once(work));
  }
}

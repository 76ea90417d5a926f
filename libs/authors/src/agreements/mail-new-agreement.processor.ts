import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { AgreementPublished } from '../events.js';
import { MailNewAgreement, type NewAgreementNotice } from './mail-new-agreement.js';

@Injectable()
export class MailNewAgreementProcessor extends EventProcessor<NewAgreementNotice> {
  readonly event = AgreementPublished;
  readonly consumer = 'authors.mail-new-agreement';

  constructor(private readonly mail: MailNewAgreement) {
    super();
  }

  handle(payload: NewAgreementNotice, context: DeliveryContext): Promise<void> {
    return this.mail.execute(payload, (work) => context.once(work));
  }
}

import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { SigningKeyEnding } from '@portal/secrets';
import { MailEndingSecret, type EndingSecret } from './mail-ending-secret.js';

@Injectable()
export class MailEndingSecretProcessor extends EventProcessor<EndingSecret> {
  readonly event = SigningKeyEnding;
  readonly consumer = 'authors.mail-ending-secret';

  constructor(private readonly mail: MailEndingSecret) {
    super();
  }

  handle(payload: EndingSecret, context: DeliveryContext): Promise<void> {
    return this.mail.execute(payload, (work) => context.once(work));
  }
}

import { Injectable } from '@nestjs/common';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import { EvidenceDue, type DueEvidencePayload } from '../events.js';
import { MailDueEvidence } from './mail-due-evidence.js';

@Injectable()
export class MailDueEvidenceProcessor extends EventProcessor<DueEvidencePayload> {
  readonly event = EvidenceDue;
  readonly consumer = 'listings.mail-due-evidence';

  constructor(private readonly mail: MailDueEvidence) {
    super();
  }

  handle(payload: DueEvidencePayload, context: DeliveryContext): Promise<void> {
    return this.mail.execute(payload, (work) => context.once(work));
  }
}

import { Injectable } from '@nestjs/common';
import { EvidenceDue, type DueEvidencePayload } from '@portal/listings';
import { EventProcessor, type DeliveryContext } from '@portal/platform/events';
import {
  AgreementDue,
  ComplianceActed,
  ComplianceLapsed,
  ComplianceRestored,
  type ComplianceActedPayload,
  type CompliancePayload,
  type DueAgreementPayload,
} from '../events.js';
import { MailDueAgreement } from './mail-due-agreement.js';
import { MailEvidenceToOperators } from './mail-evidence-to-operators.js';
import { MailLapseAction } from './mail-lapse-action.js';
import { MailLapse } from './mail-lapse.js';

@Injectable()
export class MailLapsedProcessor extends EventProcessor<CompliancePayload> {
  readonly event = ComplianceLapsed;
  readonly consumer = 'installs.mail-lapsed';

  constructor(private readonly mail: MailLapse) {
    super();
  }

  handle(payload: CompliancePayload, context: DeliveryContext): Promise<void> {
    return this.mail.execute('lapsed', payload, (work) => context.once(work));
  }
}

@Injectable()
export class MailRestoredProcessor extends EventProcessor<CompliancePayload> {
  readonly event = ComplianceRestored;
  readonly consumer = 'installs.mail-restored';

  constructor(private readonly mail: MailLapse) {
    super();
  }

  handle(payload: CompliancePayload, context: DeliveryContext): Promise<void> {
    return this.mail.execute('restored', payload, (work) => context.once(work));
  }
}

@Injectable()
export class MailLapseActionProcessor extends EventProcessor<ComplianceActedPayload> {
  readonly event = ComplianceActed;
  readonly consumer = 'installs.mail-lapse-action';

  constructor(private readonly mail: MailLapseAction) {
    super();
  }

  handle(payload: ComplianceActedPayload, context: DeliveryContext): Promise<void> {
    return this.mail.execute(payload, (work) => context.once(work));
  }
}

@Injectable()
export class MailDueAgreementProcessor extends EventProcessor<DueAgreementPayload> {
  readonly event = AgreementDue;
  readonly consumer = 'installs.mail-due-agreement';

  constructor(private readonly mail: MailDueAgreement) {
    super();
  }

  handle(payload: DueAgreementPayload, context: DeliveryContext): Promise<void> {
    return this.mail.execute(payload, (work) => context.once(work));
  }
}

@Injectable()
export class MailEvidenceToOperatorsProcessor extends EventProcessor<DueEvidencePayload> {
  readonly event = EvidenceDue;
  readonly consumer = 'installs.mail-evidence-to-operators';

  constructor(private readonly mail: MailEvidenceToOperators) {
    super();
  }

  handle(payload: DueEvidencePayload, context: DeliveryContext): Promise<void> {
    return this.mail.execute(payload, (work) => context.once(work));
  }
}

import { EvidenceChanged, EvidenceDue } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import {
  AgreementDue,
  ComplianceActed,
  ComplianceLapsed,
  ComplianceRestored,
  TenantComplianceChanged,
} from '../events.js';
import { MailDueAgreement } from './mail-due-agreement.js';
import { MailEvidenceToOperators } from './mail-evidence-to-operators.js';
import { MailLapseAction } from './mail-lapse-action.js';
import { MailLapse } from './mail-lapse.js';
import { ReconcileLapses } from './reconcile-lapses.js';

export const COMPLIANCE_PROCESSORS = [
  eventProcessor({
    event: ComplianceLapsed,
    consumer: 'installs.mail-lapsed',
    useCase: MailLapse,
    handle: (mail, payload, context) => mail.execute('lapsed', payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: ComplianceRestored,
    consumer: 'installs.mail-restored',
    useCase: MailLapse,
    handle: (mail, payload, context) => mail.execute('restored', payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: ComplianceActed,
    consumer: 'installs.mail-lapse-action',
    useCase: MailLapseAction,
    handle: (mail, payload, context) => mail.execute(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: AgreementDue,
    consumer: 'installs.mail-due-agreement',
    useCase: MailDueAgreement,
    handle: (mail, payload, context) => mail.execute(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: EvidenceDue,
    consumer: 'installs.mail-evidence-to-operators',
    useCase: MailEvidenceToOperators,
    handle: (mail, payload, context) => mail.execute(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: TenantComplianceChanged,
    consumer: 'installs.reconcile-lapses-of-tenant',
    useCase: ReconcileLapses,
    handle: (reconcile, payload) => reconcile.execute({ tenantId: payload.tenant_id }),
  }),
  eventProcessor({
    event: EvidenceChanged,
    consumer: 'installs.reconcile-lapses-of-drive',
    useCase: ReconcileLapses,
    handle: (reconcile, payload) => reconcile.execute({ driveId: payload.drive_id }),
  }),
];

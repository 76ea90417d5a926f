import { EvidenceChanged, EvidenceDue } from '@portal/listings';
import { eventProcessor } from '@portal/platform/events';
import {
  AgreementDue,
  ComplianceActed,
  ComplianceLapsed,
  ComplianceRestored,
  TenantComplianceChanged,
} from '../events.js';
import { ComplianceMails } from './compliance-mails.js';
import { ReconcileLapses } from './reconcile-lapses.js';

export const COMPLIANCE_PROCESSORS = [
  eventProcessor({
    event: ComplianceLapsed,
    consumer: 'installs.mail-lapsed',
    useCase: ComplianceMails,
    handle: (mails, payload, context) => mails.lapse('lapsed', payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: ComplianceRestored,
    consumer: 'installs.mail-restored',
    useCase: ComplianceMails,
    handle: (mails, payload, context) => mails.lapse('restored', payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: ComplianceActed,
    consumer: 'installs.mail-lapse-action',
    useCase: ComplianceMails,
    handle: (mails, payload, context) => mails.acted(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: AgreementDue,
    consumer: 'installs.mail-due-agreement',
    useCase: ComplianceMails,
    handle: (mails, payload, context) => mails.agreement(payload, (work) => context.once(work)),
  }),
  eventProcessor({
    event: EvidenceDue,
    consumer: 'installs.mail-evidence-to-operators',
    useCase: ComplianceMails,
    handle: (mails, payload, context) => mails.evidence(payload, (work) => context.once(work)),
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

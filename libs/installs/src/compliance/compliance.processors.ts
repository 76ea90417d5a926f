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
  eventProcessor(ComplianceLapsed, 'installs.mail-lapsed', ComplianceMails, (mails, payload, context) =>
    mails.lapse('lapsed', payload, (work) => context.once(work)),
  ),
  eventProcessor(ComplianceRestored, 'installs.mail-restored', ComplianceMails, (mails, payload, context) =>
    mails.lapse('restored', payload, (work) => context.once(work)),
  ),
  eventProcessor(ComplianceActed, 'installs.mail-lapse-action', ComplianceMails, (mails, payload, context) =>
    mails.acted(payload, (work) => context.once(work)),
  ),
  eventProcessor(AgreementDue, 'installs.mail-due-agreement', ComplianceMails, (mails, payload, context) =>
    mails.agreement(payload, (work) => context.once(work)),
  ),
  eventProcessor(EvidenceDue, 'installs.mail-evidence-to-operators', ComplianceMails, (mails, payload, context) =>
    mails.evidence(payload, (work) => context.once(work)),
  ),
  eventProcessor(
    TenantComplianceChanged,
    'installs.reconcile-lapses-of-tenant',
    ReconcileLapses,
    (reconcile, payload) => reconcile.execute({ tenantId: payload.tenant_id }),
  ),
  eventProcessor(EvidenceChanged, 'installs.reconcile-lapses-of-drive', ReconcileLapses, (reconcile, payload) =>
    reconcile.execute({ driveId: payload.drive_id }),
  ),
];

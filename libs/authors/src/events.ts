import { defineEvent } from '@portal/platform';

export const ApplicationSubmitted = defineEvent<{ application_id: string; org_id: string }>('application.submitted', 1);
export const ApplicationApproved = defineEvent<{ application_id: string; org_id: string; drive_id: string }>(
  'application.approved',
  1,
);
export const AgreementSigned = defineEvent<{ org_id: string; version: string }>('agreement.signed', 1);

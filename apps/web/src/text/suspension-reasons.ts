import type { SuspensionView } from '../api/views.js';

/** Why a developer account is suspended, in words. */
export const suspensionReasons: Record<SuspensionView['code'], string> = {
  agreement_breach: 'The developer agreement was broken',
  security_incident: 'Security incident',
  identity_in_doubt: 'Identity in doubt',
  suspected_fraud: 'Suspected fraud',
  other: 'Other',
};

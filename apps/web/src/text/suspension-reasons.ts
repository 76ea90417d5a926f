import type { SuspensionView } from '../api/schema.js';

/** Why a developer account is suspended, in words. */
export const suspensionReasons: Record<SuspensionView['code'], string> = {
  agreement_breach: 'Breach of the developer agreement',
  security_incident: 'Security incident',
  identity_in_doubt: 'Identity in doubt',
  suspected_fraud: 'Suspected fraud',
  other: 'Other',
};

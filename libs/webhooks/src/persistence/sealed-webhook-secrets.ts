import type { SealContext } from '@portal/platform/crypto';

/** The row and column to which the encrypted secret of a webhook is bound. */
export function webhookSeal(secretId: string): SealContext {
  return { table: 'webhooks.secrets', rowId: secretId, purpose: 'webhook_secret' };
}

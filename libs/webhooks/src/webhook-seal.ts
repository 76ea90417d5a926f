import type { SealContext } from '@portal/platform/crypto';

/** Where the secret of a webhook is sealed to, by the column that holds it. */
export function webhookSeal(secretId: string): SealContext {
  return { table: 'webhooks.secrets', rowId: secretId, purpose: 'webhook_secret' };
}

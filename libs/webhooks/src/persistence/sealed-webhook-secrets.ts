import { Injectable } from '@nestjs/common';
import { SealedStore, type SealContext } from '@portal/platform/crypto';

/** The row and column to which the encrypted secret of a webhook is bound. */
export function webhookSeal(secretId: string): SealContext {
  return { table: 'webhooks.secrets', rowId: secretId, purpose: 'webhook_secret' };
}

/** The encrypted secrets of webhooks, for the rotation of key-encryption keys. */
@Injectable()
export class SealedWebhookSecrets extends SealedStore {
  readonly name = 'webhooks.secrets.sealed';
  protected readonly contextOf = webhookSeal;
}

import { Injectable } from '@nestjs/common';
import { SealedStore } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { webhookSeal } from '../webhook-seal.js';

/** The encrypted secrets of webhooks, for the rotation of key-encryption keys. */
@Injectable()
export class SealedWebhookSecrets extends SealedStore {
  readonly name = 'webhooks.secrets.sealed';
  protected readonly contextOf = webhookSeal;

  constructor(database: Database) {
    super(database);
  }
}

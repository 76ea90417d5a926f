import { Injectable } from '@nestjs/common';
import { Ids, Random, Secret } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import { webhookSeal } from './webhook-seal.js';

const SECRET_BYTES = 32;

/** Creates a webhook secret in the format of Standard Webhooks (`whsec_` and base64) and stores it encrypted. */
@Injectable()
export class MakeWebhookSecret {
  constructor(
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly box: SealedBox,
    private readonly endpoints: EndpointsRepository,
  ) {}

  /** The secret in plain text; it cannot be read again later. */
  async execute(tx: Tx, endpointId: string): Promise<Secret> {
    const secret = new Secret(`whsec_${Buffer.from(this.random.bytes(SECRET_BYTES)).toString('base64')}`);
    const id = this.ids.next();
    await this.endpoints.addSecret(tx, { id, endpointId, sealed: this.box.seal(secret, webhookSeal(id)) });
    return secret;
  }
}

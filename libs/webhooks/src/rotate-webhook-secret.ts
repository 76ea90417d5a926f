import { Injectable } from '@nestjs/common';
import { AppError, type Secret } from '@portal/kernel';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { webhooksErrors } from './errors.js';
import { MakeWebhookSecret } from './make-webhook-secret.js';
import { EndpointsRepository } from './persistence/endpoints.repository.js';
import type { WebhookOwner } from './webhook-owner.js';

/** How long both secrets sign, ms; the specification allows several signatures. */
const OVERLAP_MS = 24 * 3_600_000;

/**
 * Rotates the secret of a webhook. Messages are signed with each valid secret, so the receiver can switch at any time
 * in the overlap.
 */
@Injectable()
export class RotateWebhookSecret {
  constructor(
    private readonly transactor: Transactor,
    private readonly endpoints: EndpointsRepository,
    private readonly makeSecret: MakeWebhookSecret,
    private readonly audit: Audit,
  ) {}

  /**
   * @param leaked the current secret ends immediately.
   * @throws AppError `webhook_not_found` (404), `webhook_overlap` (409)
   */
  async execute(
    { actor, orgId }: WebhookOwner,
    id: string,
    { leaked, force }: { leaked: boolean; force: boolean },
  ): Promise<Secret> {
    return this.transactor.run(async (tx) => {
      await this.endpoints.lock(tx, id, orgId);
      if (!leaked && !force && (await this.endpoints.overlaps(tx, id)))
        throw new AppError(webhooksErrors.webhook_overlap);
      await this.endpoints.endSecrets(tx, id, leaked ? 0 : OVERLAP_MS);
      const secret = await this.makeSecret.execute(tx, id);
      const after = { leaked };
      await this.audit.record(tx, { actor, action: 'webhook.rotated', subjectType: 'webhook', subjectId: id, after });
      return secret;
    });
  }
}

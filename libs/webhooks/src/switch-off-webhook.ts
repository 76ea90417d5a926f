import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { Identity } from '@portal/identity';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { MessagesRepository, type ClaimedMessage } from './persistence/messages.repository.js';

/** Turns off a webhook whose endpoint does not accept its messages, and notifies its owner. */
@Injectable()
export class SwitchOffWebhook {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly accounts: AuthorAccounts,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  /** Read before the transaction opens. */
  contacts(orgId: string | null): Promise<readonly { email: string }[]> {
    return orgId === null ? this.identity.usersWith('admin') : this.accounts.contacts(orgId);
  }

  /** Does nothing when the webhook is off already. */
  async execute(tx: Tx, message: ClaimedMessage, why: string, contacts: readonly { email: string }[]): Promise<void> {
    if (!(await this.messages.disable(tx, message.endpointId, why))) return;
    const { orgId, endpointId } = message;
    const page = orgId === null ? `/admin/webhooks/${endpointId}` : `/author/webhooks/${endpointId}`;
    await tx.audit(SYSTEM_ACTOR, 'webhook.disabled', ['webhook', message.endpointId], { reason: why });
    for (const { email } of contacts)
      await this.mailer.send(tx, {
        to: email,
        topic: 'webhooks',
        subject: 'One of your webhooks was turned off',
        text: `${message.url}\n\n${why}\nWe send nothing to it until you turn it on again. You can resend missed messages from its page:\n${this.config.publicUrl}${page}`,
        path: page,
      });
  }
}

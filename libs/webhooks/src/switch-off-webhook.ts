import { Injectable } from '@nestjs/common';
import { AuthorAccounts } from '@portal/authors';
import { Identity } from '@portal/identity';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { MessagesRepository, type ClaimedMessage } from './persistence/messages.repository.js';

/** Nothing more is sent to a webhook that does not take its messages, and its owner hears so. */
@Injectable()
export class SwitchOffWebhook {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly accounts: AuthorAccounts,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
    private readonly config: Config,
  ) {}

  /** Asked before the transaction is opened. */
  contacts(orgId: string | null): Promise<readonly { email: string }[]> {
    return orgId === null ? this.identity.usersWith('admin') : this.accounts.contacts(orgId);
  }

  /** Nothing happens when it is off already. */
  async execute(tx: Tx, message: ClaimedMessage, why: string, contacts: readonly { email: string }[]): Promise<void> {
    if (!(await this.messages.disable(tx, message.endpointId, why))) return;
    const { orgId, endpointId } = message;
    const page = orgId === null ? `/admin/webhooks/${endpointId}` : `/author/webhooks/${endpointId}`;
    const subject = { subjectType: 'webhook', subjectId: message.endpointId };
    await this.audit.record(tx, { actor: SYSTEM_ACTOR, action: 'webhook.disabled', ...subject, reason: why });
    for (const { email } of contacts)
      await this.mailer.send(tx, {
        to: email,
        topic: 'webhooks',
        subject: 'A webhook of yours was switched off',
        text: `${message.url}\n\n${why}\nNothing more is sent there until you switch it on again; what was missed can be sent again from its page:\n${this.config.publicUrl}${page}`,
        path: page,
      });
  }
}

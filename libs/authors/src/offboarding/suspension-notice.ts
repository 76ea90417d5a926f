import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Config } from '@portal/platform/config';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import type { Contact } from '../organizations/author-accounts.js';
import { SUSPENSION_CODE_NAMES, type SuspensionCode } from './domain/suspension.js';
import { AuthorResumed, AuthorSuspended } from '../events.js';

/** Side effects of suspending and resuming an account: mail to everyone in the organisation, an event, the audit entry. */
@Injectable()
export class SuspensionNotice {
  constructor(
    private readonly config: Config,
    private readonly mailer: Mailer,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  async suspended(
    tx: Tx,
    actor: Actor,
    of: { orgId: string; suspensionId: string; code: SuspensionCode; reason: string; before: string },
    readers: readonly Contact[],
  ): Promise<void> {
    const { orgId, suspensionId, code, reason, before } = of;
    await this.send(tx, readers, 'Your developer account is suspended', [
      `We have suspended your developer account: ${SUSPENSION_CODE_NAMES[code]}. ${reason}`,
      'You cannot submit Drives, publish versions or create secrets while it is suspended. Existing installs keep running, and payouts continue unless we notify you otherwise. You can still revoke secrets.',
      `See the status of your account: ${this.config.publicUrl}/author`,
    ]);
    await this.outbox.emit(tx, AuthorSuspended, { org_id: orgId, suspension_id: suspensionId, code });
    await this.audit.record(tx, {
      actor,
      action: 'author.suspended',
      subjectType: 'organization',
      subjectId: orgId,
      before: { state: before },
      after: { state: 'suspended', code },
      reason,
    });
  }

  async resumed(
    tx: Tx,
    actor: Actor,
    { orgId, suspensionId, reason }: { orgId: string; suspensionId: string; reason: string },
    readers: readonly Contact[],
  ): Promise<void> {
    await this.send(tx, readers, 'Your developer account is active again', [
      `We have lifted the suspension of your developer account. ${reason}`,
      'You can submit Drives, publish versions and create secrets again. If your manifest changed in the meantime, we apply the change at the next sync.',
    ]);
    await this.outbox.emit(tx, AuthorResumed, { org_id: orgId, suspension_id: suspensionId });
    await this.audit.record(tx, {
      actor,
      action: 'author.resumed',
      subjectType: 'organization',
      subjectId: orgId,
      before: { state: 'suspended' },
      after: { state: 'active' },
      reason,
    });
  }

  private async send(tx: Tx, readers: readonly Contact[], subject: string, parts: readonly string[]): Promise<void> {
    for (const { email } of readers)
      await this.mailer.send(tx, { to: email, topic: 'agreement', subject, text: parts.join('\n\n'), path: '/author' });
  }
}

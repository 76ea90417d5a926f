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

/** What suspending and resuming an account leaves behind: mail to everybody of the organisation, an event, the audit trail. */
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
      'From now on no new submission, version or secret is taken. What is installed goes on, and so do payouts unless we tell you otherwise. Secrets can still be ended.',
      `Where you stand is on your home page: ${this.config.publicUrl}/author`,
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
    await this.send(tx, readers, 'Your developer account goes on', [
      `The suspension of your developer account is lifted. ${reason}`,
      'Submissions, versions and secrets are taken again. A changed manifest is followed with its next reading.',
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

import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import type { Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import { AccountMails } from '../notifications/account-mails.js';
import { PersonDisabled, PersonEnabled } from '../events.js';
import type { EndedAccess } from './access.repository.js';
import type { PersonRow } from './users.repository.js';
import { RoleProposalsRepository } from './role-proposals.repository.js';
import { RoleNotice } from './role-notice.js';

/** Audit entry, event and mail when a person is disabled or enabled. */
@Injectable()
export class PersonNotice {
  constructor(
    private readonly mails: AccountMails,
    private readonly mailer: Mailer,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly proposals: RoleProposalsRepository,
    private readonly roles: RoleNotice,
  ) {}

  async disabled(
    tx: Tx,
    actor: Actor,
    { person, reason, ended }: { person: PersonRow; reason: string; ended: EndedAccess },
  ): Promise<void> {
    // Their proposals could no longer be confirmed, and proposals for them must not wait until they are enabled again.
    for (const proposal of await this.proposals.withdrawOf(tx, person.id, actor.userId!))
      await this.roles.withdrawn(tx, actor, proposal, reason);
    await this.mailer.send(tx, this.mails.disabled(person.email));
    await this.outbox.emit(tx, PersonDisabled, { user_id: person.id });
    await this.record(tx, actor, 'user.disabled', person.id, reason, { ...ended });
  }

  async enabled(tx: Tx, actor: Actor, { person, reason }: { person: PersonRow; reason: string }): Promise<void> {
    await this.mailer.send(tx, this.mails.enabled(person.email));
    await this.outbox.emit(tx, PersonEnabled, { user_id: person.id });
    await this.record(tx, actor, 'user.enabled', person.id, reason);
  }

  private record(tx: Tx, actor: Actor, action: string, userId: string, reason: string, after?: object): Promise<void> {
    return this.audit.record(tx, {
      actor,
      action,
      subjectType: 'user',
      subjectId: userId,
      ...(after && { after }),
      reason,
    });
  }
}

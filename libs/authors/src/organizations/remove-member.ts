import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Identity } from '@portal/identity';
import { requireSession, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { Mailer } from '@portal/platform/mail';
import { keepingAnOwner } from './change-member.js';
import { authorsErrors } from '../errors.js';
import { OrganizationMemberChanged } from '../events.js';
import { MemberMails } from './member-mails.js';
import { requireOrganization } from './authorized-organization.js';
import { InvitationsRepository } from './invitations.repository.js';

/**
 * Removes a member, or the caller. The former membership is kept: the person may not review the organisation for a
 * while.
 */
@Injectable()
export class RemoveMember {
  constructor(
    private readonly transactor: Transactor,
    private readonly invitations: InvitationsRepository,
    private readonly identity: Identity,
    private readonly mailer: Mailer,
    private readonly mails: MemberMails,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `session_required` (403), `member_not_found` (404), `last_owner` (409). */
  async execute(input: { actor: Actor; userId: string | null }): Promise<void> {
    const { actor } = input;
    // An API token cannot leave an organisation.
    const callerId = requireSession(actor);
    const orgId = requireOrganization(actor);
    const userId = input.userId ?? callerId;
    const person = await this.identity.userById(userId);
    if (!person) throw new AppError(authorsErrors.member_not_found);
    await keepingAnOwner(() =>
      this.transactor.run(async (tx) => {
        const org = await this.invitations.lockOrganization(tx, orgId);
        const before = await this.identity.memberRole(tx, userId, orgId);
        if (!org || before === undefined) throw new AppError(authorsErrors.member_not_found);
        await this.identity.revokeRole(tx, { userId, role: 'author', scopeId: orgId, actor });
        await this.invitations.leave(tx, orgId, userId);
        await this.mailer.send(tx, this.mails.removed(person.email, org.name));
        await this.outbox.emit(tx, OrganizationMemberChanged, { org_id: orgId, user_id: userId, member_role: null });
        await this.audit.record(tx, {
          actor,
          action: 'member.left',
          subjectType: 'organization',
          subjectId: orgId,
          before: { user_id: userId, member_role: before },
        });
      }),
    );
  }
}

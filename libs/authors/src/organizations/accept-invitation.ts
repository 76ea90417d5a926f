import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Identity } from '@portal/identity';
import { requireSession, type Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { authorsErrors } from '../errors.js';
import { OrganizationMemberChanged } from '../events.js';
import { InvitationsRepository } from './invitations.repository.js';

/**
 * Accepts an invitation: requires the mailed token and a session of the invited address. The session then acts for the
 * organisation.
 */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly transactor: Transactor,
    private readonly invitations: InvitationsRepository,
    private readonly identity: Identity,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `invitation_not_valid` (404), `invitation_for_another` (403), `already_member` (409). */
  async execute(input: { actor: Actor; token: string }): Promise<{ orgId: string }> {
    const { actor } = input;
    const userId = requireSession(actor);
    return this.transactor.run(async (tx) => {
      const invitation = await this.invitations.lockByToken(tx, sha256Hex(input.token));
      if (!invitation) throw new AppError(authorsErrors.invitation_not_valid);
      if (actor.email?.toLowerCase() !== invitation.email.toLowerCase())
        throw new AppError(authorsErrors.invitation_for_another);
      const { org_id: orgId, member_role: member } = invitation;
      await this.invitations.lockOrganization(tx, orgId);
      if (await this.identity.memberRole(tx, userId, orgId)) throw new AppError(authorsErrors.already_member);
      await this.identity.grantRole(tx, {
        userId,
        role: 'author',
        scopeId: orgId,
        member,
        actor,
        reason: 'invitation',
      });
      await this.invitations.join(tx, orgId, userId);
      await this.invitations.accept(tx, invitation.id, userId);
      await this.identity.actFor(tx, actor, orgId);
      await this.outbox.emit(tx, OrganizationMemberChanged, { org_id: orgId, user_id: userId, member_role: member });
      await this.audit.record(tx, {
        actor,
        action: 'member.joined',
        subjectType: 'organization',
        subjectId: orgId,
        after: { user_id: userId, member_role: member },
      });
      return { orgId };
    });
  }
}

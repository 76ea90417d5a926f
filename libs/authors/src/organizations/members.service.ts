import { Injectable } from '@nestjs/common';
import { AppError, type Page, required } from '@portal/kernel';
import { Identity } from '@portal/identity';
import { requireSession, type Actor, type MemberRole } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { requireOrganization } from './authorized-organization.js';
import { InvitationsRepository } from './invitations.repository.js';
import { MemberMails } from './member-mails.js';
import type { MemberView } from './members.view.js';

/** Members of the organisation that the caller acts for. */
@Injectable()
export class MembersService {
  constructor(
    private readonly transactor: Transactor,
    private readonly invitations: InvitationsRepository,
    private readonly identity: Identity,
    private readonly mails: MemberMails,
  ) {}

  async list(actor: Actor): Promise<Page<MemberView>> {
    const members = await this.identity.members(requireOrganization(actor));
    const items = members.map((member) => ({
      user_id: member.id,
      name: member.name,
      email: member.email,
      member_role: member.memberRole,
      since: member.since.toISOString(),
      second_factor: member.secondFactor,
      disabled: member.disabled,
      you: member.id === actor.userId,
    }));
    return { items, next_cursor: null };
  }

  /**
   * Changes a member's role, or the owner's own; effective with the member's next request.
   * @throws AppError `member_not_found` (404), `last_owner` (409).
   */
  async change(input: { actor: Actor; userId: string; memberRole: MemberRole }): Promise<void> {
    const { actor, userId, memberRole: member } = input;
    const orgId = requireOrganization(actor);
    await this.keepingAnOwner(async (tx) => {
      await this.invitations.lockOrganization(tx, orgId);
      const before = await this.identity.changeMember(tx, { userId, orgId, member, actor });
      if (before === undefined) throw new AppError(authorsErrors.member_not_found);
    });
  }

  /**
   * Removes a member, or the caller (`userId` null). The former membership is kept: the person may not review the
   * organisation for a while.
   * @throws AppError `session_required` (403), `member_not_found` (404), `last_owner` (409).
   */
  async remove(input: { actor: Actor; userId: string | null }): Promise<void> {
    const { actor } = input;
    // An API token cannot leave an organisation.
    const callerId = requireSession(actor);
    const orgId = requireOrganization(actor);
    const userId = input.userId ?? callerId;
    const person = required(await this.identity.userById(userId), authorsErrors.member_not_found);
    await this.keepingAnOwner(async (tx) => {
      const org = await this.invitations.lockOrganization(tx, orgId);
      const before = await this.identity.memberRole(tx, userId, orgId);
      if (!org || before === undefined) throw new AppError(authorsErrors.member_not_found);
      await this.identity.revokeRole(tx, { userId, role: 'author', scopeId: orgId, actor });
      await this.invitations.leave(tx, orgId, userId);
      await this.mails.removed(tx, person.email, org.name);
      await tx.audit(actor, 'member.left', ['organization', orgId], {
        before: { user_id: userId, member_role: before },
      });
    });
  }

  /** The database refuses to leave the organisation without an owner. */
  private async keepingAnOwner(work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.transactor.run(work);
    } catch (error) {
      throw refusalOf(error, { role_grants_keep_owner: authorsErrors.last_owner });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { AppError, emailKey, invariant, type Page, required, tidyEmail, tryAgainIn } from '@portal/kernel';
import { Identity } from '@portal/identity';
import { requireSession, type Actor, type MemberRole } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { isoDates, Transactor } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { AuthorAccounts } from './author-accounts.js';
import { requireOrganization } from './authorized-organization.js';
import { InvitationsRepository } from './invitations.repository.js';
import { MemberMails } from './member-mails.js';
import type { InvitationPreviewView, InvitationView } from './members.view.js';

const DAYS = 7;
const PER_HOUR = 20;
const HOUR_MS = 3_600_000;

/** Invitations to an organisation, by mail. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly invitations: InvitationsRepository,
    private readonly identity: Identity,
    private readonly accounts: AuthorAccounts,
    private readonly mails: MemberMails,
  ) {}

  /** Those of the caller's organisation that are still open. */
  async list(actor: Actor): Promise<Page<InvitationView>> {
    return { items: await this.invitations.open(requireOrganization(actor)), next_cursor: null };
  }

  /**
   * Only owners of an approved author can invite, because the mail reaches people who do not know the portal. A new
   * invitation to the same address replaces the previous one.
   * @throws AppError `not_approved_yet` (403), `already_member` (409), `too_many_invitations` (429).
   */
  async invite(input: { actor: Actor; email: string; memberRole: MemberRole }): Promise<InvitationView> {
    const { actor, memberRole } = input;
    const orgId = requireOrganization(actor);
    const invitedBy = actor.userId;
    invariant(invitedBy, 'an owner is a person');
    const email = tidyEmail(input.email);
    const members = await this.identity.members(orgId);
    if (members.some((member) => emailKey(member.email) === emailKey(email)))
      throw new AppError(authorsErrors.already_member);
    const token = this.mails.newInvitation();
    return this.transactor.run(async (tx) => {
      const org = required(await this.invitations.lockOrganization(tx, orgId), authorsErrors.account_not_found);
      await this.accounts.assertMay(tx, orgId, 'invite');
      if ((await this.invitations.countSince(tx, orgId, 1)) >= PER_HOUR)
        throw new AppError(authorsErrors.too_many_invitations, {
          message: `Too many invitations within an hour. ${tryAgainIn(HOUR_MS)}`,
          retryAfterMs: HOUR_MS,
        });
      const tokenHash = sha256Hex(token.reveal());
      const added = await this.invitations.add(tx, { orgId, email, memberRole, tokenHash, invitedBy, days: DAYS });
      await this.mails.invitation(tx, email, { org: org.name, by: actor.name, memberRole, token });
      await tx.audit(actor, 'member.invited', ['organization', orgId], { after: { email, member_role: memberRole } });
      return isoDates(added);
    });
  }

  /**
   * What an invitation is about, for anyone with its token, before they sign in or have an account.
   * @throws AppError `invitation_not_valid` (404)
   */
  async preview(token: string): Promise<InvitationPreviewView> {
    const found = required(await this.invitations.preview(sha256Hex(token)), authorsErrors.invitation_not_valid);
    return isoDates(found);
  }

  /**
   * Requires the mailed token and a session of the invited address. The session then acts for the organisation.
   * @returns the organisation
   * @throws AppError `invitation_not_valid` (404), `invitation_for_another` (403), `already_member` (409).
   */
  async accept({ actor, token }: { actor: Actor; token: string }): Promise<string> {
    const userId = requireSession(actor);
    return this.transactor.run(async (tx) => {
      const invitation = await this.invitations.lockByToken(tx, sha256Hex(token));
      if (!invitation) throw new AppError(authorsErrors.invitation_not_valid);
      if (emailKey(actor.email ?? '') !== emailKey(invitation.email))
        throw new AppError(authorsErrors.invitation_for_another);
      const { org_id: orgId, member_role: member } = invitation;
      await this.invitations.lockOrganization(tx, orgId);
      if (await this.identity.memberRole(tx, userId, orgId)) throw new AppError(authorsErrors.already_member);
      const reason = 'invitation';
      await this.identity.grantRole(tx, { userId, role: 'author', scopeId: orgId, member, actor, reason });
      await this.invitations.join(tx, orgId, userId);
      await this.invitations.accept(tx, invitation.id, userId);
      await this.identity.actFor(tx, actor, orgId);
      await tx.audit(actor, 'member.joined', ['organization', orgId], {
        after: { user_id: userId, member_role: member },
      });
      return orgId;
    });
  }

  /** Revokes an invitation before it is accepted. @throws AppError `invitation_not_found` (404) */
  async revoke({ actor, invitationId }: { actor: Actor; invitationId: string }): Promise<void> {
    const orgId = requireOrganization(actor);
    await this.transactor.run(async (tx) => {
      const revoked = await this.invitations.revoke(tx, orgId, invitationId);
      if (!revoked) throw new AppError(authorsErrors.invitation_not_found);
      const before = { email: revoked.email, member_role: revoked.member_role };
      await tx.audit(actor, 'member.invitation_revoked', ['organization', orgId], { before });
    });
  }
}

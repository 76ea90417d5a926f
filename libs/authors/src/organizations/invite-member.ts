import { Injectable } from '@nestjs/common';
import { AppError, invariant, Random, tryAgainIn } from '@portal/kernel';
import { Identity } from '@portal/identity';
import type { Actor, MemberRole } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { authorsErrors } from '../errors.js';
import { MemberMails } from './member-mails.js';
import { requireOrganization } from './authorized-organization.js';
import { InvitationsRepository, type InvitationRow } from './invitations.repository.js';

const DAYS = 7;
const PER_HOUR = 20;
const HOUR_MS = 3_600_000;

/**
 * Invites a person by mail. Only owners of an approved author can, because the mail reaches people who do not know the
 * portal. A new invitation to the same address replaces the previous one.
 */
@Injectable()
export class InviteMember {
  constructor(
    private readonly transactor: Transactor,
    private readonly invitations: InvitationsRepository,
    private readonly identity: Identity,
    private readonly random: Random,
    private readonly mailer: Mailer,
    private readonly mails: MemberMails,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `not_approved_yet` (403), `already_member` (409), `too_many_invitations` (429). */
  async execute(input: { actor: Actor; email: string; memberRole: MemberRole }): Promise<InvitationRow> {
    const { actor, memberRole } = input;
    const orgId = requireOrganization(actor);
    const invitedBy = actor.userId;
    invariant(invitedBy, 'an owner is a person');
    const email = input.email.trim().normalize('NFC');
    const members = await this.identity.members(orgId);
    if (members.some((member) => member.email.toLowerCase() === email.toLowerCase()))
      throw new AppError(authorsErrors.already_member);
    const token = newToken('dpi', this.random);
    return this.transactor.run(async (tx) => {
      const org = await this.invitations.lockOrganization(tx, orgId);
      if (!org) throw new AppError(authorsErrors.account_not_found);
      if (!org.approved) throw new AppError(authorsErrors.not_approved_yet);
      if ((await this.invitations.countSince(tx, orgId, 1)) >= PER_HOUR)
        throw new AppError(authorsErrors.too_many_invitations, {
          message: `Too many invitations within an hour. ${tryAgainIn(HOUR_MS)}`,
          retryAfterMs: HOUR_MS,
        });
      const added = await this.invitations.add(tx, {
        orgId,
        email,
        memberRole,
        tokenHash: sha256Hex(token.reveal()),
        invitedBy,
        days: DAYS,
      });
      await this.mailer.send(tx, this.mails.invitation(email, org.name, actor.name, memberRole, token));
      await this.audit.record(tx, {
        actor,
        action: 'member.invited',
        subjectType: 'organization',
        subjectId: orgId,
        after: { email, member_role: memberRole },
      });
      return added;
    });
  }
}

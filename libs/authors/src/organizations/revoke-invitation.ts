import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { requireOrganization } from './authorized-organization.js';
import { InvitationsRepository } from './invitations.repository.js';

/** Revokes an invitation before it is accepted. */
@Injectable()
export class RevokeInvitation {
  constructor(
    private readonly transactor: Transactor,
    private readonly invitations: InvitationsRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `invitation_not_found` (404) */
  async execute(input: { actor: Actor; invitationId: string }): Promise<void> {
    const orgId = requireOrganization(input.actor);
    await this.transactor.run(async (tx) => {
      const revoked = await this.invitations.revoke(tx, orgId, input.invitationId);
      if (!revoked) throw new AppError(authorsErrors.invitation_not_found);
      await this.audit.record(tx, {
        actor: input.actor,
        action: 'member.invitation_revoked',
        subjectType: 'organization',
        subjectId: orgId,
        before: { email: revoked.email, member_role: revoked.member_role },
      });
    });
  }
}

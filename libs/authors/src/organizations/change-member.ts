import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Identity } from '@portal/identity';
import type { Actor, MemberRole } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { authorsErrors } from '../errors.js';
import { OrganizationMemberChanged } from '../events.js';
import { requireOrganization } from './authorized-organization.js';
import { InvitationsRepository } from './invitations.repository.js';

/** Changes a member's role, or the owner's own; effective with the member's next request. */
@Injectable()
export class ChangeMember {
  constructor(
    private readonly transactor: Transactor,
    private readonly invitations: InvitationsRepository,
    private readonly identity: Identity,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `member_not_found` (404), `last_owner` (409). */
  async execute(input: { actor: Actor; userId: string; memberRole: MemberRole }): Promise<void> {
    const { actor, userId, memberRole } = input;
    const orgId = requireOrganization(actor);
    await keepingAnOwner(() =>
      this.transactor.run(async (tx) => {
        await this.invitations.lockOrganization(tx, orgId);
        const before = await this.identity.changeMember(tx, { userId, orgId, member: memberRole, actor });
        if (before === undefined) throw new AppError(authorsErrors.member_not_found);
        if (before !== memberRole)
          await this.outbox.emit(tx, OrganizationMemberChanged, {
            org_id: orgId,
            user_id: userId,
            member_role: memberRole,
          });
      }),
    );
  }
}

/** Converts the database's refusal to leave the organisation without an owner. */
export async function keepingAnOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error, { role_grants_keep_owner: authorsErrors.last_owner });
  }
}

import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Identity } from '@portal/identity';
import type { Actor } from '@portal/platform/access';
import type { InvitationView, MemberView } from '../members.view.js';
import { requireOrganization } from '../authorized-organization.js';
import { InvitationsRepository, type InvitationRow } from '../invitations.repository.js';

/** Members of the actor's organisation and open invitations. */
@Injectable()
export class Members {
  constructor(
    private readonly identity: Identity,
    private readonly invitations: InvitationsRepository,
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

  async invited(actor: Actor): Promise<Page<InvitationView>> {
    const open = await this.invitations.open(requireOrganization(actor));
    return { items: open.map(invitationView), next_cursor: null };
  }
}

export function invitationView(row: InvitationRow): InvitationView {
  return {
    id: row.id,
    email: row.email,
    member_role: row.member_role,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

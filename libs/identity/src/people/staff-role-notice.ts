import { Injectable } from '@nestjs/common';
import type { Actor, Role } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { AccountMails } from '../notifications/account-mails.js';
import { RoleConfirmed, RoleProposed, RoleWithdrawn, StaffRoleChanged } from '../events.js';
import type { Person } from '../identity.js';
import type { RoleProposalRow } from './role-proposals.repository.js';

type Proposal = Pick<RoleProposalRow, 'id' | 'userId' | 'role'>;
const payloadOf = ({ id, userId, role }: Proposal) => ({ proposal_id: id, user_id: userId, role });

/** Events, audit entries and mails of each change of a staff role. */
@Injectable()
export class StaffRoleNotice {
  constructor(private readonly mails: AccountMails) {}

  /** @param others admins who can confirm */
  async proposed(
    tx: Tx,
    actor: Actor,
    proposal: RoleProposalRow & { person: Person },
    others: readonly Person[],
  ): Promise<void> {
    const { role, person, expiresAt, reason } = proposal;
    const mail = { role, person, by: actor.name, expiresAt };
    for (const { email } of others) await this.mails.roleProposed(tx, email, mail);
    const expires_at = expiresAt.toISOString();
    await tx.emit(RoleProposed, { ...payloadOf(proposal), expires_at });
    await tx.audit(actor, 'role.proposed', ['user', proposal.userId], {
      after: { role, proposal: proposal.id, expires_at },
      reason,
    });
  }

  async changed(
    tx: Tx,
    { userId, role }: { userId: string; role: Role },
    change: 'granted' | 'revoked',
  ): Promise<void> {
    await tx.emit(StaffRoleChanged, { user_id: userId, role, change });
  }

  /** The grant is audited separately, with the proposal's id. */
  async confirmed(tx: Tx, proposal: RoleProposalRow): Promise<void> {
    await this.changed(tx, proposal, 'granted');
    await tx.emit(RoleConfirmed, payloadOf(proposal));
  }

  async withdrawn(tx: Tx, actor: Actor, proposal: RoleProposalRow, reason: string): Promise<void> {
    await tx.emit(RoleWithdrawn, payloadOf(proposal));
    await tx.audit(actor, 'role.withdrawn', ['user', proposal.userId], {
      before: { proposed_by: proposal.proposedBy },
      after: { role: proposal.role, proposal: proposal.id },
      reason,
    });
  }
}

import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { proposalState } from './domain/role-proposal.js';
import { identityErrors } from '../errors.js';
import { StaffRoleChanged } from '../events.js';
import { Identity } from '../identity.js';
import { ownSession } from '../sessions/own-session.js';
import { GrantsRepository } from './grants.repository.js';
import { RoleProposalsRepository } from './role-proposals.repository.js';
import { RoleNotice } from './role-notice.js';

/** The second admin's confirmation of a role; the person has it from the next request on. */
@Injectable()
export class ConfirmRole {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
    private readonly grants: GrantsRepository,
    private readonly proposals: RoleProposalsRepository,
    private readonly notice: RoleNotice,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws AppError `role_proposal_not_found` (404), `role_proposal_same_person`, `session_required` (403),
   *   `role_proposal_closed`, `role_proposal_stale`, `role_held` (409)
   */
  async execute({ actor, proposalId }: { actor: Actor; proposalId: string }): Promise<void> {
    const { userId: by } = ownSession(actor);
    try {
      await this.transactor.run(async (tx) => {
        const proposal = await this.proposals.lock(tx, proposalId);
        if (!proposal) throw new AppError(identityErrors.role_proposal_not_found);
        const { userId, role, reason } = proposal;
        if (by === proposal.proposedBy || by === userId) throw new AppError(identityErrors.role_proposal_same_person);
        if (proposalState(proposal, tx.now) !== 'open') throw new AppError(identityErrors.role_proposal_closed);
        if (await this.grants.holds(tx, userId, role)) throw new AppError(identityErrors.role_held);
        await this.proposals.decide(tx, proposalId, 'confirmed', by);
        await this.identity.grantRole(tx, { userId, role, scopeId: null, proposalId, actor, reason });
        await this.outbox.emit(tx, StaffRoleChanged, { user_id: userId, role, change: 'granted' });
        await this.notice.confirmed(tx, proposal);
      });
    } catch (error) {
      // The route has checked that the confirming person is an admin, so the proposer is no longer one.
      throw refusalOf(error, { role_proposals_by_admins: identityErrors.role_proposal_stale });
    }
  }
}

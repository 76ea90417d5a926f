import { Injectable } from '@nestjs/common';
import { AppError, type Page } from '@portal/kernel';
import { isStaffRole, type Actor, type Role } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { Identity } from '../identity.js';
import { ownSession } from '../sessions/own-session.js';
import type { RoleProposalView } from '../sign-in/identity.view.js';
import { isProposedRole, proposalState, type ProposalState, type ProposedRole } from './domain/role-proposal.js';
import { GrantsRepository } from './grants.repository.js';
import { RoleProposalsRepository, type RoleProposalRow } from './role-proposals.repository.js';
import { StaffRoleNotice } from './staff-role-notice.js';

/**
 * Staff roles of other people, effective with the person's next request. Finance and admin are granted by two admins:
 * one proposes, another confirms; one admin can revoke them.
 */
@Injectable()
export class StaffRolesService {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
    private readonly grants: GrantsRepository,
    private readonly proposals: RoleProposalsRepository,
    private readonly notice: StaffRoleNotice,
  ) {}

  listProposals(query: { cursor?: string; limit: number; state?: ProposalState }): Promise<Page<RoleProposalView>> {
    return this.proposals.list(query);
  }

  /** @throws AppError `role_not_grantable` (400), `self_grant` (403), `role_needs_two_admins`, `last_admin` (409) */
  async change(
    change: 'grant' | 'revoke',
    { actor, userId, role, reason }: { actor: Actor; userId: string; role: Role; reason: string },
  ): Promise<void> {
    if (!isStaffRole(role)) throw new AppError(identityErrors.role_not_grantable);
    if (actor.userId === userId) throw new AppError(identityErrors.self_grant);
    if (change === 'grant' && isProposedRole(role)) throw new AppError(identityErrors.role_needs_two_admins);
    if (!(await this.identity.userById(userId))) throw new AppError(identityErrors.user_not_found);
    const grant = { userId, role, scopeId: null, actor, reason };
    try {
      await this.transactor.run(async (tx) => {
        if (change === 'grant') {
          if (await this.identity.grantRole(tx, grant)) await this.notice.changed(tx, grant, 'granted');
          return;
        }
        if (!(await this.identity.revokeRole(tx, grant))) return;
        if (role === 'admin') await this.grants.assertAdminLeft(tx);
        await this.notice.changed(tx, grant, 'revoked');
      });
    } catch (error) {
      throw refusalOf(error, { users_keep_admin: identityErrors.last_admin });
    }
  }

  /**
   * Returns the proposal's id; notifies the other admins by mail.
   * @throws AppError `self_grant`, `session_required` (403), `user_not_found` (404), `role_held`, `role_proposal_open`,
   *   `second_admin_missing` (409)
   */
  async propose(input: { actor: Actor; userId: string; role: ProposedRole; reason: string }): Promise<string> {
    const { actor, userId, role, reason } = input;
    const { userId: proposedBy } = ownSession(actor);
    if (proposedBy === userId) throw new AppError(identityErrors.self_grant);
    const person = await this.identity.userById(userId);
    if (!person) throw new AppError(identityErrors.user_not_found);
    const others = (await this.identity.usersWith('admin')).filter(({ id }) => id !== proposedBy && id !== userId);
    if (others.length === 0) throw new AppError(identityErrors.second_admin_missing);
    try {
      return await this.transactor.run(async (tx) => {
        if (await this.grants.holds(tx, userId, role)) throw new AppError(identityErrors.role_held);
        await this.proposals.closeExpired(tx, userId, role);
        const proposal = await this.proposals.add(tx, { userId, role, reason, proposedBy });
        await this.notice.proposed(tx, actor, { ...proposal, person }, others);
        return proposal.id;
      });
    } catch (error) {
      throw refusalOf(error, { role_proposals_one_open: identityErrors.role_proposal_open });
    }
  }

  /**
   * @throws AppError `role_proposal_not_found` (404), `role_proposal_same_person`, `session_required` (403),
   *   `role_proposal_closed`, `role_proposal_stale`, `role_held` (409)
   */
  async confirm({ actor, proposalId }: { actor: Actor; proposalId: string }): Promise<void> {
    const { userId: by } = ownSession(actor);
    try {
      await this.transactor.run(async (tx) => {
        const proposal = await this.proposals.lock(tx, proposalId);
        if (!proposal) throw new AppError(identityErrors.role_proposal_not_found);
        const { userId, role, reason } = proposal;
        if (by === proposal.proposedBy || by === userId) throw new AppError(identityErrors.role_proposal_same_person);
        assertOpen(proposal, tx);
        if (await this.grants.holds(tx, userId, role)) throw new AppError(identityErrors.role_held);
        await this.proposals.decide(tx, proposalId, 'confirmed', by);
        await this.identity.grantRole(tx, { userId, role, scopeId: null, proposalId, actor, reason });
        await this.notice.confirmed(tx, proposal);
      });
    } catch (error) {
      // The route has checked that the confirming person is an admin, so the proposer is no longer one.
      throw refusalOf(error, { role_proposals_by_admins: identityErrors.role_proposal_stale });
    }
  }

  /**
   * Withdraws a proposal (by its proposer) or rejects it (by another admin).
   * @throws AppError `role_proposal_not_found` (404), `session_required` (403), `role_proposal_closed` (409)
   */
  async withdraw({ actor, proposalId, reason }: { actor: Actor; proposalId: string; reason: string }): Promise<void> {
    const { userId: by } = ownSession(actor);
    await this.transactor.run(async (tx) => {
      const proposal = await this.proposals.lock(tx, proposalId);
      if (!proposal) throw new AppError(identityErrors.role_proposal_not_found);
      assertOpen(proposal, tx);
      await this.proposals.decide(tx, proposalId, 'withdrawn', by);
      await this.notice.withdrawn(tx, actor, proposal, reason);
    });
  }

  /** Withdraws the open proposals for or by a person. */
  async withdrawAllOf(tx: Tx, userId: string, { actor, reason }: { actor: Actor; reason: string }): Promise<void> {
    for (const proposal of await this.proposals.withdrawOf(tx, userId, actor.userId!))
      await this.notice.withdrawn(tx, actor, proposal, reason);
  }
}

function assertOpen(proposal: RoleProposalRow, { now }: Tx): void {
  if (proposalState(proposal, now) !== 'open') throw new AppError(identityErrors.role_proposal_closed);
}

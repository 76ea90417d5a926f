import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import type { ProposedRole } from './domain/role-proposal.js';
import { identityErrors } from '../errors.js';
import { Identity } from '../identity.js';
import { ownSession } from '../sessions/own-session.js';
import { GrantsRepository } from './grants.repository.js';
import { RoleProposalsRepository } from './role-proposals.repository.js';
import { RoleNotice } from './role-notice.js';

/** Proposes the role finance or admin for another person. Nothing changes until another admin confirms. */
@Injectable()
export class ProposeRole {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
    private readonly grants: GrantsRepository,
    private readonly proposals: RoleProposalsRepository,
    private readonly notice: RoleNotice,
  ) {}

  /**
   * Returns the proposal's id; notifies the other admins by mail.
   * @throws AppError `self_grant`, `session_required` (403), `user_not_found` (404), `role_held`, `role_proposal_open`,
   *   `second_admin_missing` (409)
   */
  async execute(input: { actor: Actor; userId: string; role: ProposedRole; reason: string }): Promise<string> {
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
}

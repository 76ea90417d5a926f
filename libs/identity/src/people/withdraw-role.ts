import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { proposalState } from './domain/role-proposal.js';
import { identityErrors } from '../errors.js';
import { ownSession } from '../sessions/own-session.js';
import { RoleProposalsRepository } from './role-proposals.repository.js';
import { RoleNotice } from './role-notice.js';

/** Withdraws a proposal (by its proposer) or rejects it (by another admin). */
@Injectable()
export class WithdrawRole {
  constructor(
    private readonly transactor: Transactor,
    private readonly proposals: RoleProposalsRepository,
    private readonly notice: RoleNotice,
  ) {}

  /** @throws AppError `role_proposal_not_found` (404), `session_required` (403), `role_proposal_closed` (409) */
  async execute({ actor, proposalId, reason }: { actor: Actor; proposalId: string; reason: string }): Promise<void> {
    const { userId: by } = ownSession(actor);
    await this.transactor.run(async (tx) => {
      const proposal = await this.proposals.lock(tx, proposalId);
      if (!proposal) throw new AppError(identityErrors.role_proposal_not_found);
      if (proposalState(proposal, tx.now) !== 'open') throw new AppError(identityErrors.role_proposal_closed);
      await this.proposals.decide(tx, proposalId, 'withdrawn', by);
      await this.notice.withdrawn(tx, actor, proposal, reason);
    });
  }
}

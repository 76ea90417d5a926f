import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { RoleProposalEntity } from './user.entity.js';
import { proposalEnds, type ProposalState, type ProposedRole } from './domain/role-proposal.js';

export interface RoleProposalRow {
  id: string;
  userId: string;
  role: ProposedRole;
  reason: string;
  state: ProposalState;
  proposedBy: string;
  expiresAt: Date;
}

const PROPOSAL = `id, user_id as "userId", role, reason, state, proposed_by as "proposedBy", expires_at as "expiresAt"`;

/** Role proposals. Triggers enforce who may decide, and that decisions never change. */
@Injectable()
export class RoleProposalsRepository {
  constructor(private readonly ids: Ids) {}

  /** Inserts an open proposal, valid for its whole time. */
  async add(
    tx: Tx,
    proposal: { userId: string; role: ProposedRole; reason: string; proposedBy: string },
  ): Promise<RoleProposalRow> {
    const id = this.ids.next();
    const expiresAt = proposalEnds(tx.now);
    await tx.manager.insert(RoleProposalEntity, { id, ...proposal, proposedAt: tx.now, expiresAt });
    return { id, ...proposal, state: 'open', expiresAt };
  }

  async lock(tx: Tx, id: string): Promise<RoleProposalRow | undefined> {
    const [row] = await tx.query<RoleProposalRow>(
      `select ${PROPOSAL} from identity.role_proposals where id = $1 for update`,
      [id],
    );
    return row;
  }

  async decide(tx: Tx, id: string, state: 'confirmed' | 'withdrawn', by: string): Promise<void> {
    await tx.manager.update(RoleProposalEntity, { id, state: 'open' }, { state, decidedBy: by, decidedAt: tx.now });
  }

  /** Withdraws and returns the open proposals for or by a person. */
  async withdrawOf(tx: Tx, userId: string, by: string): Promise<RoleProposalRow[]> {
    return tx.query<RoleProposalRow>(
      `update identity.role_proposals set state = 'withdrawn', decided_by = $2, decided_at = $3
       where state = 'open' and expires_at > $3 and (user_id = $1 or proposed_by = $1) returning ${PROPOSAL}`,
      [userId, by, tx.now],
    );
  }

  /** Closes an expired proposal to make room for a new one. */
  async closeExpired(tx: Tx, userId: string, role: ProposedRole): Promise<void> {
    await tx.query(
      `update identity.role_proposals set state = 'expired' where user_id = $1 and role = $2 and state = 'open' and expires_at <= $3`,
      [userId, role, tx.now],
    );
  }
}

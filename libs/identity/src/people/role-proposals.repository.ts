import { Injectable } from '@nestjs/common';
import { decodeCursor, Ids, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import type { RoleProposalView } from '../sign-in/identity.view.js';
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

type Dates = 'proposed_at' | 'expires_at' | 'decided_at';
type Row = RowOf<RoleProposalView, Dates>;

/** As in `proposalState`: a proposal that was not confirmed in time has expired. */
const STATE = `case when p.state = 'open' and p.expires_at <= platform.portal_now() then 'expired' else p.state end`;

const PROPOSAL = `id, user_id as "userId", role, reason, state, proposed_by as "proposedBy", expires_at as "expiresAt"`;

/** Role proposals. Triggers enforce who may decide, and that decisions never change. */
@Injectable()
export class RoleProposalsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** Newest first. */
  async list(query: { cursor?: string; limit: number; state?: ProposalState }): Promise<Page<RoleProposalView>> {
    const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const rows = await this.database.query<Row>(
      `select p.id, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as user, p.role, p.reason, ${STATE} as state,
         p.proposed_by as proposed_by_id, b.name as proposed_by, p.proposed_at, p.expires_at, d.name as decided_by, p.decided_at
       from identity.role_proposals p join identity.users u on u.id = p.user_id join identity.users b on b.id = p.proposed_by
         left join identity.users d on d.id = p.decided_by
       where ($1::uuid is null or p.id < $1) and ($3::text is null or ${STATE} = $3)
       order by p.id desc limit $2`,
      [after, query.limit + 1, query.state ?? null],
    );
    return toPage(rows, query.limit, (row) => [row.id], isoDates);
  }

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

import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { ProposalState } from './domain/role-proposal.js';
import type { RoleProposalView } from '../sign-in/identity.view.js';

type Dates = 'proposed_at' | 'expires_at' | 'decided_at';
type Row = RowOf<Omit<RoleProposalView, 'user'>, Dates> & { user_id: string; user_name: string; user_email: string };

/** As in `proposalState`: a proposal that was not confirmed in time has expired. */
const STATE = `case when p.state = 'open' and p.expires_at <= platform.portal_now() then 'expired' else p.state end`;

/** Role proposals, newest first. */
@Injectable()
export class ListRoleProposals {
  constructor(private readonly database: Database) {}

  async execute(query: { cursor?: string; limit: number; state?: ProposalState }): Promise<Page<RoleProposalView>> {
    const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
    const rows = await this.database.query<Row>(
      `select p.id, p.user_id, u.name as user_name, u.email as user_email, p.role, p.reason, ${STATE} as state,
         p.proposed_by as proposed_by_id, b.name as proposed_by, p.proposed_at, p.expires_at, d.name as decided_by, p.decided_at
       from identity.role_proposals p join identity.users u on u.id = p.user_id join identity.users b on b.id = p.proposed_by
         left join identity.users d on d.id = p.decided_by
       where ($1::uuid is null or p.id < $1) and ($3::text is null or ${STATE} = $3)
       order by p.id desc limit $2`,
      [after, query.limit + 1, query.state ?? null],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.id],
      ({ user_id: id, user_name: name, user_email: email, ...row }) => ({
        ...isoDates(row),
        user: { id, name, email },
      }),
    );
  }
}

import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { installsErrors } from '../../errors.js';
import type { HostOperatorView, OperatorInvitationView } from '../../install/read/installs.view.js';

type Row = RowOf<HostOperatorView, 'invited_at' | 'expires_at' | 'answered_at'> & { id: string };

const OPERATORS = `select o.id, o.external_id, o.email, o.user_id, o.invited_at, o.expires_at, o.answered_at,
    case when o.state = 'invited' and o.expires_at <= (select platform.portal_now()) then 'expired' else o.state end as state
  from installs.host_operators o join installs.tenants t on t.id = o.tenant_id where t.external_id = $1`;

/** Operators by the ids of the host, and a person's invitations. */
@Injectable()
export class HostOperatorsQuery {
  constructor(private readonly database: Database) {}

  /** Newest first. @throws AppError `unknown_tenant` (404) */
  async list(tenant: string, { limit, cursor }: { limit: number; cursor?: string }): Promise<Page<HostOperatorView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const [known] = await this.database.query('select 1 from installs.tenants where external_id = $1', [tenant]);
    if (!known) throw installsErrors.unknown_tenant();
    const rows = await this.database.query<Row>(
      `${OPERATORS} and ($2::uuid is null or o.id < $2) order by o.id desc limit $3`,
      [tenant, before, limit + 1],
    );
    return toPage(rows, limit, ['id'], view);
  }

  /** @throws AppError `not_an_operator` (404) */
  async one(tenant: string, operator: string): Promise<HostOperatorView> {
    const [row] = await this.database.query<Row>(`${OPERATORS} and o.external_id = $2`, [tenant, operator]);
    if (!row) throw installsErrors.not_an_operator();
    return view(row);
  }

  /** Invitations to the address of an account that can be answered, newest first. */
  async invitationsOf(userId: string): Promise<OperatorInvitationView[]> {
    const rows = await this.database.query<RowOf<OperatorInvitationView, 'invited_at' | 'expires_at'>>(
      `select o.id, t.name as tenant_name, o.invited_at, o.expires_at from identity.users u
         join installs.host_operators o on platform.folded(o.email) = platform.folded(u.email) and o.state = 'invited' and o.expires_at > (select platform.portal_now())
         join installs.tenants t on t.id = o.tenant_id where u.id = $1 order by o.id desc limit 100`,
      [userId],
    );
    return rows.map(isoDates);
  }
}

const view = ({ id: _id, ...row }: Row): HostOperatorView => isoDates(row);

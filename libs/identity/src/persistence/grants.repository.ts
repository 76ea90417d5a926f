import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Database, type MemberRole, type Role, type RoleGrant, type Tx } from '@portal/platform';

export interface MemberRow {
  id: string;
  email: string;
  name: string;
  member_role: MemberRole;
  since: Date;
  second_factor: boolean;
}

@Injectable()
export class GrantsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** False when the role is already held. Whoever brings an organisation into being owns it. */
  async add(
    tx: Tx,
    userId: string,
    grant: RoleGrant,
    grantedBy: string | null,
    proposalId: string | null = null,
  ): Promise<boolean> {
    const rows = await tx.query(
      `insert into identity.role_grants (id, user_id, role, scope_id, granted_by, member_role, proposal_id)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict on constraint role_grants_once do nothing returning id`,
      [
        this.ids.next(),
        userId,
        grant.role,
        grant.scopeId,
        grantedBy,
        grant.role === 'author' ? (grant.member ?? 'owner') : null,
        proposalId,
      ],
    );
    return rows.length > 0;
  }

  /** Whether somebody holds a staff role. */
  async holds(tx: Tx, userId: string, role: Role): Promise<boolean> {
    const rows = await tx.query('select 1 from identity.role_grants where user_id = $1 and role = $2 limit 1', [
      userId,
      role,
    ]);
    return rows.length > 0;
  }

  /** The member role before; undefined for somebody who is no member. */
  async memberRole(tx: Tx, userId: string, orgId: string): Promise<MemberRole | undefined> {
    const [row] = await tx.query<{ member_role: MemberRole }>(
      `select member_role from identity.role_grants where user_id = $1 and role = 'author' and scope_id = $2 for update`,
      [userId, orgId],
    );
    return row?.member_role;
  }

  async setMemberRole(tx: Tx, userId: string, orgId: string, member: MemberRole): Promise<void> {
    await tx.query(
      `update identity.role_grants set member_role = $3 where user_id = $1 and role = 'author' and scope_id = $2`,
      [userId, orgId, member],
    );
  }

  /** Members of an organisation, owners first. */
  async members(orgId: string): Promise<MemberRow[]> {
    return this.database.query<MemberRow>(
      `select u.id, u.email, u.name, g.member_role, g.created_at as since,
         exists (select 1 from identity.totp_factors f where f.user_id = u.id and f.confirmed_at is not null) as second_factor
       from identity.role_grants g join identity.users u on u.id = g.user_id
       where g.role = 'author' and g.scope_id = $1 and u.disabled_at is null
       order by array_position(array['owner', 'developer', 'finance', 'read_only'], g.member_role), u.email`,
      [orgId],
    );
  }

  /** False when the role was not held. */
  async remove(tx: Tx, userId: string, grant: RoleGrant): Promise<boolean> {
    const rows = await tx.query(
      'delete from identity.role_grants where user_id = $1 and role = $2 and scope_id is not distinct from $3 returning id',
      [userId, grant.role, grant.scopeId],
    );
    return rows.length > 0;
  }
}

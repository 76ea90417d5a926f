import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { MemberRole, Role, RoleGrant } from '@portal/platform/access';
import { Database, type Tx } from '@portal/platform/database';
import type { PersonRow } from './users.repository.js';

/** A person with a role in one scope. */
export interface Holder extends PersonRow {
  since: Date;
  secondFactor: boolean;
  /** By an admin: keeps the role, but cannot sign in. */
  disabled: boolean;
}

interface MemberRow extends Holder {
  member_role: MemberRole;
}

@Injectable()
export class GrantsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** False when the person already has the role. The person who creates an organisation becomes its owner. */
  add(tx: Tx, userId: string, grant: RoleGrant, grantedBy: string | null, approvalId: string | null = null) {
    return tx.matched(
      `insert into identity.role_grants (id, user_id, role, scope_id, granted_by, member_role, approval_id)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict on constraint role_grants_once do nothing returning id`,
      [
        this.ids.next(),
        userId,
        grant.role,
        grant.scopeId,
        grantedBy,
        grant.role === 'author' ? (grant.member ?? 'owner') : null,
        approvalId,
      ],
    );
  }

  /** Whether a person has a staff role. */
  holds(tx: Tx, userId: string, role: Role): Promise<boolean> {
    return tx.matched('select 1 from identity.role_grants where user_id = $1 and role = $2 limit 1', [userId, role]);
  }

  /** Returns the previous member role; undefined for a non-member. */
  async memberRole(tx: Tx, userId: string, orgId: string): Promise<MemberRole | undefined> {
    return tx.value<MemberRole>(
      `select member_role from identity.role_grants where user_id = $1 and role = 'author' and scope_id = $2 for update`,
      [userId, orgId],
    );
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
         exists (select 1 from identity.totp_factors f where f.user_id = u.id and f.confirmed_at is not null) as "secondFactor",
         u.disabled_at is not null as disabled
       from identity.role_grants g join identity.users u on u.id = g.user_id
       where g.role = 'author' and g.scope_id = $1
       order by array_position(array['owner', 'developer', 'finance', 'read_only'], g.member_role), u.email`,
      [orgId],
    );
  }

  /** Holders of a role in a scope after `after`, by email address. */
  async holders(role: Role, scopeId: string, limit: number, after: readonly [string, string] | null) {
    return this.database.query<Holder>(
      `select u.id, u.email, u.name, g.created_at as since, u.disabled_at is not null as disabled,
         exists (select 1 from identity.totp_factors f where f.user_id = u.id and f.confirmed_at is not null) as "secondFactor"
       from identity.role_grants g join identity.users u on u.id = g.user_id
       where g.role = $1 and g.scope_id = $2 and ($4::text is null or (u.email, u.id) > ($4, $5::uuid))
       order by u.email, u.id limit $3`,
      [role, scopeId, limit, after?.[0] ?? null, after?.[1] ?? null],
    );
  }

  /** False when the person did not have the role. */
  remove(tx: Tx, userId: string, grant: RoleGrant): Promise<boolean> {
    return tx.matched(
      'delete from identity.role_grants where user_id = $1 and role = $2 and scope_id is not distinct from $3 returning id',
      [userId, grant.role, grant.scopeId],
    );
  }
}

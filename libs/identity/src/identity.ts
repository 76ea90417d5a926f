import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, type Actor, type MemberRole, type Role } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { ownSession } from './sessions/own-session.js';
import { GrantsRepository, type Holder } from './people/grants.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { UsersRepository, type PersonRow as Person } from './people/users.repository.js';

export type { Person };

interface RoleChange {
  userId: string;
  role: Role;
  /** Organisation for `author`, tenant for `operator`, null for staff and host. */
  scopeId: string | null;
  /** Authors only: the person's role in the organisation, `owner` when absent. */
  member?: MemberRole;
  /** Staff: what a second admin approved. */
  approvalId?: string;
  /** Who decided; absent when the product itself did. */
  actor?: Actor;
  reason?: string;
}

/** A member of an author's organisation. */
interface Member extends Holder {
  memberRole: MemberRole;
}

/** Identity's interface for other features. */
@Injectable()
export class Identity {
  constructor(
    private readonly users: UsersRepository,
    private readonly grants: GrantsRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /**
   * Grants a role in the caller's transaction; false when the person has it already. Staff roles need an
   * approval, which the database enforces (constraint `role_grants_by_two_admins`).
   */
  async grantRole(tx: Tx, change: RoleChange): Promise<boolean> {
    const byAnother = change.actor && change.actor.userId !== change.userId ? change.actor.userId : null;
    const added = await this.grants.add(tx, change.userId, change, byAnother, change.approvalId);
    if (added) await this.record(tx, 'role.granted', change);
    return added;
  }

  /**
   * Revokes a role in the caller's transaction, effective with the person's next request; false when the person does
   * not have it.
   */
  async revokeRole(tx: Tx, change: RoleChange): Promise<boolean> {
    const removed = await this.grants.remove(tx, change.userId, change);
    if (removed) await this.record(tx, 'role.revoked', change);
    return removed;
  }

  /**
   * Holders of a role in one scope, by email address, including disabled people. `after`: email and id of the previous
   * page's last row.
   */
  holders(
    role: Role,
    scopeId: string,
    { limit, after }: { limit: number; after: readonly [string, string] | null },
  ): Promise<Holder[]> {
    return this.grants.holders(role, scopeId, limit, after);
  }

  /** Members of an organisation, owners first, including disabled people. */
  async members(orgId: string): Promise<Member[]> {
    const rows = await this.grants.members(orgId);
    return rows.map(({ member_role: memberRole, ...member }) => ({ ...member, memberRole }));
  }

  /**
   * Changes a member's role in the caller's transaction; returns the previous one, undefined for a non-member. The
   * database refuses to leave an organisation without an owner (constraint `role_grants_keep_owner`).
   */
  async changeMember(tx: Tx, change: { userId: string; orgId: string; member: MemberRole; actor: Actor }) {
    const { userId, orgId, member, actor } = change;
    const before = await this.grants.memberRole(tx, userId, orgId);
    if (before === undefined || before === member) return before;
    await this.grants.setMemberRole(tx, userId, orgId, member);
    await tx.audit(actor, 'role.changed', ['user', userId], {
      before: { role: 'author', scope_id: orgId, member_role: before },
      after: { role: 'author', scope_id: orgId, member_role: member },
    });
    return before;
  }

  /** A person's role in an organisation, locked for the caller's transaction; undefined for a non-member. */
  memberRole(tx: Tx, userId: string, orgId: string): Promise<MemberRole | undefined> {
    return this.grants.memberRole(tx, userId, orgId);
  }

  /**
   * Switches the actor's session to this organisation, from the next request on; later sessions start with it.
   * @throws AppError `session_required` (403) for an API token.
   */
  async actFor(tx: Tx, actor: Actor, orgId: string): Promise<void> {
    const { userId, sessionId } = ownSession(actor);
    await this.sessions.actFor(tx, { userId, sessionId }, orgId);
    await tx.audit(actor, 'session.organization_chosen', ['user', userId], { after: { org_id: orgId } });
  }

  userById(id: string): Promise<Person | undefined> {
    return this.users.byId(id);
  }

  /** By email address in any case; only confirmed addresses. */
  findUserByEmail(email: string): Promise<Person | undefined> {
    return this.users.byConfirmedEmail(email.trim());
  }

  /** Users with the role, in one scope when `scopeId` is given, by email address. */
  usersWith(role: Role, scopeId?: string, tx?: Tx): Promise<Person[]> {
    return this.users.withRole(role, scopeId, tx);
  }

  private record(tx: Tx, action: string, change: RoleChange): Promise<void> {
    const grant = {
      role: change.role,
      scope_id: change.scopeId,
      ...(change.member && { member_role: change.member }),
      ...(change.approvalId && { approval: change.approvalId }),
    };
    return tx.audit(change.actor ?? SYSTEM_ACTOR, action, ['user', change.userId], {
      after: grant,
      reason: change.reason,
    });
  }
}

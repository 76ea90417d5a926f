import { Injectable } from '@nestjs/common';
import { Audit, SYSTEM_ACTOR, type Actor, type Role, type Tx } from '@portal/platform';
import { GrantsRepository } from './persistence/grants.repository.js';
import { UsersRepository } from './persistence/users.repository.js';

/** A user as other features see them. */
export interface Person {
  id: string;
  email: string;
  name: string;
}

export interface RoleChange {
  userId: string;
  role: Role;
  /** Organisation for `author`, tenant for `operator`, null for staff and host. */
  scopeId: string | null;
  /** Who decides; absent when the product itself does. */
  actor?: Actor;
  reason?: string;
}

/** What other features may ask and command. */
@Injectable()
export class Identity {
  constructor(
    private readonly users: UsersRepository,
    private readonly grants: GrantsRepository,
    private readonly audit: Audit,
  ) {}

  /** Grants a role in the caller's transaction; holding it already is fine. */
  async grantRole(tx: Tx, change: RoleChange): Promise<void> {
    const byAnother = change.actor && change.actor.userId !== change.userId ? change.actor.userId : null;
    if (await this.grants.add(tx, change.userId, change, byAnother)) await this.record(tx, 'role.granted', change);
  }

  /** Takes a role away in the caller's transaction; not holding it is fine. */
  async revokeRole(tx: Tx, change: RoleChange): Promise<void> {
    if (await this.grants.remove(tx, change.userId, change)) await this.record(tx, 'role.revoked', change);
  }

  userById(id: string): Promise<Person | undefined> {
    return this.users.byId(id);
  }

  /** Any case; only somebody who confirmed the address. */
  findUserByEmail(email: string): Promise<Person | undefined> {
    return this.users.byConfirmedEmail(email.trim());
  }

  /** Everybody who holds the role, in one scope when `scopeId` is given, by e-mail. */
  usersWith(role: Role, scopeId?: string): Promise<Person[]> {
    return this.users.withRole(role, scopeId);
  }

  private record(tx: Tx, action: string, change: RoleChange): Promise<void> {
    const grant = { role: change.role, scope_id: change.scopeId };
    return this.audit.record(tx, {
      actor: change.actor ?? SYSTEM_ACTOR,
      action,
      subjectType: 'user',
      subjectId: change.userId,
      after: grant,
      reason: change.reason ?? null,
    });
  }
}

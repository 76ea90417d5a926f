import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor, Role } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { isProposedRole } from './domain/role-proposal.js';
import { isStaffRole } from './domain/roles.js';
import { identityErrors } from '../errors.js';
import { StaffRoleChanged } from '../events.js';
import { Identity } from '../identity.js';
import { GrantsRepository } from './grants.repository.js';

/**
 * An admin grants or revokes a staff role of another person, effective with the person's next request. Finance and
 * admin can be revoked by one admin, but are granted by two (`propose-role.ts`, `confirm-role.ts`).
 */
@Injectable()
export class ChangeStaffRole {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
    private readonly grants: GrantsRepository,
    private readonly outbox: Outbox,
  ) {}

  async execute(input: {
    actor: Actor;
    userId: string;
    role: Role;
    change: 'grant' | 'revoke';
    reason: string;
  }): Promise<void> {
    const { actor, userId, role } = input;
    if (!isStaffRole(role)) throw new AppError(identityErrors.role_not_grantable);
    if (actor.userId === userId) throw new AppError(identityErrors.self_grant);
    if (input.change === 'grant' && isProposedRole(role)) throw new AppError(identityErrors.role_needs_two_admins);
    if (!(await this.identity.userById(userId))) throw new AppError(identityErrors.user_not_found);
    try {
      await this.transactor.run(async (tx) => {
        const change = { userId, role, scopeId: null, actor, reason: input.reason };
        if (input.change === 'grant') {
          if (await this.identity.grantRole(tx, change)) await this.record(tx, { userId, role }, 'granted');
          return;
        }
        if (!(await this.identity.revokeRole(tx, change))) return;
        if (role === 'admin') await this.grants.assertAdminLeft(tx);
        await this.record(tx, { userId, role }, 'revoked');
      });
    } catch (error) {
      throw refusalOf(error, { users_keep_admin: identityErrors.last_admin });
    }
  }

  private record(
    tx: Tx,
    { userId, role }: { userId: string; role: Role },
    change: 'granted' | 'revoked',
  ): Promise<string> {
    return this.outbox.emit(tx, StaffRoleChanged, { user_id: userId, role, change });
  }
}

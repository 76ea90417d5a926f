import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { AppError, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { Identity } from '../identity.js';
import type { StaffRole } from './domain/roles.js';
import { GrantsRepository } from './grants.repository.js';
import { UsersRepository } from './users.repository.js';

export interface StaffRoleGrant {
  readonly user_id: string;
  readonly role: StaffRole;
}

/** A staff role for a person, effective with the person's next request. */
@Injectable()
export class StaffRoleKind implements ApprovalKind<StaffRoleGrant> {
  readonly kind = 'role';
  readonly subjectType = 'user';
  readonly name = 'Staff role';
  readonly roles = ['admin'] as const;

  constructor(
    private readonly identity: Identity,
    private readonly users: UsersRepository,
    private readonly grants: GrantsRepository,
  ) {}

  /** @throws AppError `user_not_found` (404), `role_held` (409) */
  async subject(tx: Tx, { user_id, role }: StaffRoleGrant): Promise<ApprovalSubject> {
    const person = required(await this.users.lockById(tx, user_id), identityErrors.user_not_found);
    if (await this.grants.holds(tx, user_id, role)) throw new AppError(identityErrors.role_held);
    return { subjectId: user_id, title: `Role ${role} for ${person.name} (${person.email})`, people: [user_id] };
  }

  preview({ role }: StaffRoleGrant): Promise<ApprovalPreview> {
    return Promise.resolve({ effects: [`The person has the role ${role} with the next request.`] });
  }

  /** @throws AppError `role_held` (409) */
  async apply(tx: Tx, { id, payload, reason }: Approved<StaffRoleGrant>, actor: Actor): Promise<void> {
    const { user_id: userId, role } = payload;
    const granted = await this.identity.grantRole(tx, { userId, role, scopeId: null, approvalId: id, actor, reason });
    if (!granted) throw new AppError(identityErrors.role_held);
  }
}

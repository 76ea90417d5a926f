import { Injectable } from '@nestjs/common';
import { Approvals } from '@portal/approvals';
import { AppError, tidyEmail } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { Identity } from '../identity.js';
import type { StaffRole } from './domain/roles.js';
import { GrantsRepository } from './grants.repository.js';
import { StaffInvitationKind } from './staff-invitation.js';
import type { StaffInvitation } from './staff-links.repository.js';
import { StaffRoleKind } from './staff-role.js';

interface Change {
  readonly actor: Actor;
  readonly userId: string;
  readonly role: StaffRole;
  readonly reason: string;
}

/** Staff roles of other people: granted by two admins, revoked by one, effective with the person's next request. */
@Injectable()
export class StaffRolesService {
  constructor(
    private readonly transactor: Transactor,
    private readonly identity: Identity,
    private readonly grants: GrantsRepository,
    private readonly approvals: Approvals,
    private readonly kind: StaffRoleKind,
    private readonly invitation: StaffInvitationKind,
  ) {}

  /** Returns the approval's id. @throws AppError as `Approvals.propose` and `StaffRoleKind.subject` */
  async propose({ actor, userId, role, reason }: Change): Promise<string> {
    return this.approvals.propose(actor, { kind: this.kind, payload: { user_id: userId, role }, reason });
  }

  /** Returns the approval's id. @throws AppError as `Approvals.propose` and `StaffInvitationKind.subject` */
  async invite(actor: Actor, { reason, email, roles }: StaffInvitation & { reason: string }): Promise<string> {
    const payload = { email: tidyEmail(email), roles };
    return this.approvals.propose(actor, { kind: this.invitation, payload, reason });
  }

  /** @throws AppError `self_grant` (403), `user_not_found` (404), `last_admin` (409) */
  async revoke({ actor, userId, role, reason }: Change): Promise<void> {
    if (actor.userId === userId) throw new AppError(identityErrors.self_grant);
    if (!(await this.identity.userById(userId))) throw new AppError(identityErrors.user_not_found);
    try {
      await this.transactor.run((tx) => this.identity.revokeRole(tx, { userId, role, scopeId: null, actor, reason }));
    } catch (error) {
      throw refusalOf(error, { users_keep_admin: identityErrors.last_admin });
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { ApprovalKind, ApprovalPreview, ApprovalSubject, Approved } from '@portal/approvals';
import { digestOf } from '@portal/contract';
import { AppError, emailKey } from '@portal/kernel';
import { sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { identityErrors } from '../errors.js';
import { AccountMails } from '../notifications/account-mails.js';
import { StaffLinksRepository, type StaffInvitation } from './staff-links.repository.js';
import { UsersRepository } from './users.repository.js';

/** A person without an account who gets one with staff roles, by a link that is mailed once it is approved. */
@Injectable()
export class StaffInvitationKind implements ApprovalKind<StaffInvitation> {
  readonly kind = 'staff_invitation';
  readonly subjectType = 'staff_invitation';
  readonly name = 'Staff invitation';
  readonly roles = ['admin'] as const;
  readonly replaces = true;

  constructor(
    private readonly users: UsersRepository,
    private readonly links: StaffLinksRepository,
    private readonly mails: AccountMails,
  ) {}

  /** @throws AppError `invited_has_account` (409) */
  async subject(tx: Tx, { email, roles }: StaffInvitation): Promise<ApprovalSubject> {
    if (await this.users.lockByEmail(tx, email)) throw new AppError(identityErrors.invited_has_account);
    return { subjectId: digestOf({ email: emailKey(email) }), title: `Invite ${email} as ${roles.join(', ')}` };
  }

  preview({ email, roles }: StaffInvitation): Promise<ApprovalPreview> {
    const effects = [
      `A link that works once, for 7 days, is mailed to ${email}.`,
      `Whoever opens it gets an account with: ${roles.join(', ')}. Earlier invitations of the address end.`,
    ];
    return Promise.resolve({ effects });
  }

  /** @throws AppError `invited_has_account` (409) */
  async apply(tx: Tx, { id: approvalId, payload }: Approved<StaffInvitation>): Promise<void> {
    await this.subject(tx, payload);
    const token = this.mails.newStaffInvitation();
    await this.links.invite(tx, payload, { hash: sha256Hex(token.reveal()), approvalId });
    await this.mails.staffInvitation(tx, payload, token);
  }
}

import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { identityErrors } from '../errors.js';
import { Identity, type Person } from '../identity.js';
import { AccountMails } from '../notifications/account-mails.js';

/** Admins who can approve a host token, and the mail that asks them to. */
@Injectable()
export class HostTokenNotice {
  constructor(
    private readonly identity: Identity,
    private readonly mailer: Mailer,
    private readonly mails: AccountMails,
  ) {}

  /** @throws AppError `second_admin_missing` (409) */
  async otherAdmins(userId: string): Promise<Person[]> {
    const others = (await this.identity.usersWith('admin')).filter(({ id }) => id !== userId);
    if (others.length === 0) throw new AppError(identityErrors.second_admin_missing);
    return others;
  }

  async waits(tx: Tx, others: readonly Person[], token: { name: string; by: string }): Promise<void> {
    for (const { email } of others) await this.mailer.send(tx, this.mails.hostTokenWaits(email, token));
  }
}

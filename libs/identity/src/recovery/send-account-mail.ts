import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { sha256Hex } from '@portal/platform/crypto';
import type { Tx } from '@portal/platform/database';
import { Mailer } from '@portal/platform/mail';
import { AccountMails } from '../notifications/account-mails.js';
import { MailRequestsRepository } from './mail-requests.repository.js';
import { UsersRepository } from '../people/users.repository.js';

/** Mails what was asked for to the owner of the account; to an address without one nothing is sent. */
@Injectable()
export class SendAccountMail {
  constructor(
    private readonly requests: MailRequestsRepository,
    private readonly users: UsersRepository,
    private readonly mails: AccountMails,
    private readonly mailer: Mailer,
    private readonly audit: Audit,
  ) {}

  async execute(tx: Tx, requestId: string): Promise<void> {
    const asked = await this.requests.take(tx, requestId);
    const user = asked && (await this.users.lockByEmail(tx, asked.email));
    if (!user || user.disabledAt !== null || user.demoPerson !== null) return;
    if (asked.kind === 'confirmation') {
      if (user.emailConfirmedAt !== null) return;
      const { token, expiresAt } = this.mails.newConfirmation();
      await this.users.setConfirmation(tx, user.id, sha256Hex(token.reveal()), expiresAt);
      await this.mailer.send(tx, this.mails.confirmation(user.email, token));
      return;
    }
    const { token, expiresAt } = this.mails.newReset();
    await this.users.setReset(tx, user.id, sha256Hex(token.reveal()), expiresAt);
    await this.mailer.send(tx, this.mails.reset(user.email, token));
    await this.audit.record(tx, {
      actor: SYSTEM_ACTOR,
      action: 'user.password_reset_sent',
      subjectType: 'user',
      subjectId: user.id,
    });
  }
}

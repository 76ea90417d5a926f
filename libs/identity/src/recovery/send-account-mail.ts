import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { AccountMails } from '../notifications/account-mails.js';
import { MailedLinksRepository, type MailedLinkKind } from '../people/mailed-links.repository.js';
import { UsersRepository } from '../people/users.repository.js';
import type { WarningKind } from './account-mail-requests.js';

interface MailRequest {
  readonly kind: MailedLinkKind | WarningKind;
  readonly email: string;
  /** Requested from a place where the account's owner has signed in before. */
  readonly known: boolean;
}

/**
 * Sends a requested mail: a password link to an account's owner; to someone who signs up, a link to create an account
 * or the notice that they have one already; or a warning to an owner about others' attempts.
 */
@Injectable()
export class SendAccountMail {
  constructor(
    private readonly users: UsersRepository,
    private readonly links: MailedLinksRepository,
    private readonly limits: AttemptLimits,
    private readonly mails: AccountMails,
  ) {}

  async execute(tx: Tx, requestId: string): Promise<void> {
    const [request] = await tx.query<MailRequest>(
      'delete from identity.mail_requests where id = $1 returning kind, email, known',
      [requestId],
    );
    if (!request) return;
    const { kind, email, known } = request;
    const user = await this.users.lockByEmail(tx, email);
    if (user && (user.disabledAt !== null || user.demoPerson !== null)) return;
    if (kind === 'wrong_passwords' || kind === 'wrong_codes') {
      if (user?.emailConfirmedAt) await this.mails.warning(tx, kind, user.email);
      return;
    }
    if (kind === 'password_reset' && !user) return;
    if (!known && !(await this.limits.mayMail(tx, kind, email))) return;
    if (kind === 'confirmation') {
      if (user?.emailConfirmedAt) return this.mails.already(tx, user.email);
      const { token, expiresAt } = this.mails.newConfirmation();
      await this.links.add(tx, { kind, email, token, expiresAt });
      return this.mails.confirmation(tx, email, token);
    }
    const { token, expiresAt } = this.mails.newReset();
    await this.links.add(tx, { kind, email: user!.email, token, expiresAt });
    await this.mails.reset(tx, user!.email, token);
    await tx.audit(SYSTEM_ACTOR, 'user.password_reset_sent', ['user', user!.id]);
  }
}

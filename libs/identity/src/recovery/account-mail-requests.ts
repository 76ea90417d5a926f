import { Injectable } from '@nestjs/common';
import { Ids, tidyEmail } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { AttemptLimits, refusedLater } from '../credentials/attempt-limits.js';
import type { Place } from '../credentials/known-places.js';
import { AccountMailRequested } from '../events.js';
import type { MailedLinkKind } from '../people/mailed-links.repository.js';
import { UsersRepository } from '../people/users.repository.js';

/** The reason for a warning to an owner. */
export type WarningKind = 'wrong_passwords' | 'wrong_codes';

/**
 * Records that a mail was requested and whether the owner is known from there, nothing else. What to send is decided in
 * the background, so response, work and time are the same whether or not an account exists.
 */
@Injectable()
export class AccountMailRequests {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly limits: AttemptLimits,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws AppError `too_many_attempts` (429); a known owner gets the mail even when others have requested too many.
   */
  async request(input: { kind: MailedLinkKind; email: string; place: Place }): Promise<void> {
    const email = tidyEmail(input.email);
    const account = await this.users.credentials(email);
    const { known, waitMs } = await this.limits.beforeMail({ email, userId: account?.id, place: input.place });
    const refusal = waitMs > 0 ? refusedLater(waitMs) : null;
    if (known || !refusal) await this.add(input.kind, email, known);
    if (refusal) throw await refusal;
  }

  /** A warning to the account's owner about many wrong attempts. */
  async warn(kind: WarningKind, email: string): Promise<void> {
    await this.add(kind, email, false);
  }

  private async add(kind: MailedLinkKind | WarningKind, email: string, known: boolean): Promise<void> {
    await this.transactor.run(async (tx) => {
      const id = this.ids.next();
      await tx.query('insert into identity.mail_requests (id, kind, email, known) values ($1, $2, $3, $4)', [
        id,
        kind,
        email,
        known,
      ]);
      await tx.emit(AccountMailRequested, { request_id: id });
    });
  }
}

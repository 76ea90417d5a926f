import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { AttemptLimits, refusedLater } from '../credentials/attempt-limits.js';
import type { Place } from '../credentials/known-places.js';
import { tidyEmail } from '../sign-in/domain/email.js';
import { AccountMailRequested } from '../events.js';
import { UsersRepository } from '../people/users.repository.js';
import type { MailedLinkKind } from '../people/mailed-links.repository.js';
import { MailRequestsRepository } from './mail-requests.repository.js';

/**
 * Records that a mail was requested and whether the owner is known from there, nothing else. What to send is decided in
 * the background, so response, work and time are the same whether or not an account exists.
 */
@Injectable()
export class RequestAccountMail {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UsersRepository,
    private readonly requests: MailRequestsRepository,
    private readonly limits: AttemptLimits,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws AppError `too_many_attempts` (429); a known owner gets the mail even when others have requested too many.
   */
  async execute(input: { kind: MailedLinkKind; email: string; place: Place }): Promise<void> {
    const email = tidyEmail(input.email);
    const account = await this.users.credentials(email);
    const { known, waitMs } = await this.limits.beforeMail({ email, userId: account?.id, place: input.place });
    const refusal = waitMs > 0 ? refusedLater(waitMs) : null;
    if (known || !refusal)
      await this.transactor.run(async (tx) => {
        const id = await this.requests.add(tx, { kind: input.kind, email, known });
        await this.outbox.emit(tx, AccountMailRequested, { request_id: id });
      });
    if (refusal) throw await refusal;
  }
}

import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { AttemptLimits } from '../credentials/attempt-limits.js';
import { tidyEmail } from '../sign-in/domain/email.js';
import { AccountMailRequested } from '../events.js';
import { MailRequestsRepository, type AccountMailKind } from './mail-requests.repository.js';

/**
 * Takes down that a mail was asked for, and nothing else: the account is looked up in the background, so answer, work and
 * time are the same for addresses with and without one.
 */
@Injectable()
export class RequestAccountMail {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: MailRequestsRepository,
    private readonly limits: AttemptLimits,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `too_many_attempts` (429). */
  async execute(input: { kind: AccountMailKind; email: string; ip: string }): Promise<void> {
    const email = tidyEmail(input.email);
    await this.limits.beforeMail(email, input.ip);
    await this.transactor.run(async (tx) => {
      const id = await this.requests.add(tx, input.kind, email);
      await this.outbox.emit(tx, AccountMailRequested, { request_id: id });
    });
  }
}

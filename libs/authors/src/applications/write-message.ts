import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, invariant, tryAgainIn } from '@portal/kernel';
import { hasRole, type Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { ApplicationMails } from './application-mails.js';
import { isClosed } from './domain/application-state.js';
import { authorsErrors } from '../errors.js';
import { belongsTo } from '../organizations/authorized-organization.js';
import { ApplicationsRepository } from './applications.repository.js';

/** Every message is mailed, to all reviewers while nobody has claimed the application. */
const PER_HOUR = 20;
const HOUR_MS = 3_600_000;

/** Messages between applicant and review team about an undecided application. The other side is notified by mail. */
@Injectable()
export class WriteMessage {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly mails: ApplicationMails,
  ) {}

  /**
   * @throws AppError `application_not_found` (404), `application_closed` (409) before submission and after a decision,
   *   `too_many_requests` (429) after twenty messages of one side within an hour.
   */
  async execute(input: { actor: Actor; side: 'applicant' | 'reviewer'; applicationId: string; text: string }) {
    const { actor, side, applicationId, text } = input;
    invariant(actor.userId, 'a message is written by a person');
    const readers = await this.mails.readersOf(applicationId, side);
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lock(tx, applicationId);
      const mine =
        application && (side === 'reviewer' ? hasRole(actor, 'reviewer') : belongsTo(actor, application.orgId));
      if (!application || !mine || (side === 'reviewer' && application.state === 'draft'))
        throw new AppError(authorsErrors.application_not_found);
      if (application.state === 'draft' || isClosed(application.state))
        throw new AppError(authorsErrors.application_closed);
      if ((await this.applications.messagesSince(tx, application.id, side, 1)) >= PER_HOUR)
        throw new AppError(commonErrors.too_many_requests, {
          message: `Too many messages within an hour. ${tryAgainIn(HOUR_MS)}`,
          retryAfterMs: HOUR_MS,
        });
      const messageId = await this.applications.addMessage(tx, application.id, side, actor, text);
      await this.mails.message(tx, application, side, readers, text);
      await tx.audit(actor, 'application.message_written', ['application', application.id], {
        after: { message_id: messageId, side },
      });
    });
  }
}

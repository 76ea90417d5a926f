import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { ApplicationMails } from '../applications/application-mails.js';
import { mayAppealUntil } from '../applications/domain/refusal.js';
import { authorsErrors } from '../errors.js';
import { AppealFiled } from '../events.js';
import { AppealsRepository } from './appeals.repository.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';

/** Appeals against the rejection of an application, once, so that another reviewer decides. */
@Injectable()
export class FileAppeal {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly appeals: AppealsRepository,
    private readonly mails: ApplicationMails,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AppError `application_not_found` (404), `nothing_to_appeal`, `appeal_too_late`, `appealed_already`,
   *   `application_open` (409)
   */
  async execute(input: { actor: Actor; applicationId: string; text: string }): Promise<void> {
    const { actor, text } = input;
    const reviewers = await this.mails.reviewers();
    try {
      await this.transactor.run(async (tx) => {
        const application = await this.applications.lockOwn(tx, input.applicationId, actor);
        if (await this.appeals.lock(tx, application.id)) throw new AppError(authorsErrors.appealed_already);
        const refusedBy = application.decidedBy;
        if (application.state !== 'rejected' || refusedBy === null) throw new AppError(authorsErrors.nothing_to_appeal);
        const refusedAt = await this.applications.decidedAt(tx, application.id);
        if (tx.now >= mayAppealUntil(refusedAt)) throw new AppError(authorsErrors.appeal_too_late);
        if (await this.applications.hasOpen(tx, application.orgId)) throw new AppError(authorsErrors.application_open);
        await this.appeals.file(tx, actor, { applicationId: application.id, refusedBy, text });
        await this.applications.addStep(tx, application.id, { action: 'appealed', actor, text });
        await this.outbox.emit(tx, AppealFiled, { application_id: application.id, org_id: application.orgId });
        const others = reviewers.filter(({ id }) => id !== refusedBy);
        await this.mails.appealed(tx, application, others, text);
        await this.audit.record(tx, {
          actor,
          action: 'appeal.filed',
          subjectType: 'application',
          subjectId: application.id,
          after: { appeal: 'open', refused_by: refusedBy },
          reason: text,
        });
      });
    } catch (error) {
      throw refusalOf(error, { application_appeals_pkey: authorsErrors.appealed_already });
    }
  }
}

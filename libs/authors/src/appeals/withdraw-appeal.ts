import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { authorsErrors } from '../errors.js';
import { AppealDecided } from '../events.js';
import { AppealsRepository } from './appeals.repository.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';

/** Withdraws an appeal before it is decided. The rejection stays and cannot be appealed again. */
@Injectable()
export class WithdrawAppeal {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly appeals: AppealsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `application_not_found`, `appeal_not_found` (404), `appeal_decided` (409) */
  async execute(input: { actor: Actor; applicationId: string }): Promise<void> {
    const { actor } = input;
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lockOwn(tx, input.applicationId, actor);
      const appeal = await this.appeals.lock(tx, application.id);
      if (!appeal) throw new AppError(authorsErrors.appeal_not_found);
      if (appeal.state !== 'open') throw new AppError(authorsErrors.appeal_decided);
      await this.appeals.withdraw(tx, application.id);
      await this.applications.addStep(tx, application.id, { action: 'appeal_withdrawn', actor });
      await this.outbox.emit(tx, AppealDecided, {
        application_id: application.id,
        org_id: application.orgId,
        state: 'withdrawn',
      });
      await this.audit.record(tx, {
        actor,
        action: 'appeal.withdrawn',
        subjectType: 'application',
        subjectId: application.id,
        before: { appeal: 'open' },
        after: { appeal: 'withdrawn' },
      });
    });
  }
}

import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Audit, Transactor, type Actor } from '@portal/platform';
import { applicationStates } from './domain/application-state.js';
import { authorsErrors } from './errors.js';
import { ApplicationsRepository } from './persistence/applications.repository.js';

/** A reviewer takes an application from the queue; the applicant sees that somebody looks. */
@Injectable()
export class OpenApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly audit: Audit,
  ) {}

  async execute(input: { actor: Actor; applicationId: string }): Promise<void> {
    const { actor } = input;
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lock(tx, input.applicationId);
      if (!application || application.state === 'draft') throw new AppError(authorsErrors.application_not_found);
      applicationStates.assert(application.state, 'in_review');
      // Only the applicant answers the questions that were asked.
      if (application.state === 'changes_requested') applicationStates.assert(application.state, 'approved');
      await this.applications.move(
        tx,
        application,
        'in_review',
        { action: 'opened', actor },
        { openedBy: actor.userId },
      );
      await this.audit.record(tx, {
        actor,
        action: 'application.opened',
        subjectType: 'application',
        subjectId: application.id,
        before: { state: application.state },
        after: { state: 'in_review' },
      });
    });
  }
}

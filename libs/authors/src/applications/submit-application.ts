import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, violatedConstraint } from '@portal/platform/database';
import { ApplicationMails } from './application-mails.js';
import { answersOf, problemsOf } from './domain/answers.js';
import { applicationStates, submittedState } from './domain/application-state.js';
import { authorsErrors, slugTaken } from '../errors.js';
import { ApplicationSubmitted } from '../events.js';
import { ApplicationsRepository } from './applications.repository.js';

/** Submits a complete application; its slug is reserved from now on. */
@Injectable()
export class SubmitApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly mails: ApplicationMails,
  ) {}

  /** @throws AppError `application_incomplete` (400) with every problem, `slug_taken` (409). */
  async execute(input: { actor: Actor; applicationId: string }): Promise<void> {
    const { actor } = input;
    const reviewers = await this.mails.reviewers();
    const taken = (cause?: unknown) => new AppError(authorsErrors.slug_taken, { cause, details: [slugTaken] });
    try {
      await this.transactor.run(async (tx) => {
        const application = await this.applications.lockOwn(tx, input.applicationId, actor);
        const to = submittedState(application.state);
        applicationStates.assert(application.state, to);
        const problems = problemsOf(answersOf(application));
        if (problems.length > 0) throw new AppError(authorsErrors.application_incomplete, { details: problems });
        if (await this.applications.isReserved(tx, application.driveSlug)) throw taken();
        await this.applications.move(tx, application, to, { action: 'submitted', actor }, { submittedAt: tx.now });
        await tx.emit(ApplicationSubmitted, { application_id: application.id, org_id: application.orgId });
        await this.mails.submitted(tx, application, reviewers);
        await tx.audit(actor, 'application.submitted', ['application', application.id], {
          before: { state: application.state },
          after: { state: to },
        });
      });
    } catch (error) {
      if (violatedConstraint(error) === 'applications_slug_held') throw taken(error);
      throw error;
    }
  }

  /** Withdraws an undecided application; its slug becomes free again. */
  async withdraw({ actor, applicationId }: { actor: Actor; applicationId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lockOwn(tx, applicationId, actor);
      applicationStates.assert(application.state, 'withdrawn');
      await this.applications.move(tx, application, 'withdrawn', { action: 'withdrawn', actor });
      await tx.audit(actor, 'application.withdrawn', ['application', application.id], {
        before: { state: application.state },
        after: { state: 'withdrawn' },
      });
    });
  }
}

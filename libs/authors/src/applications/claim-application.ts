import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import { ApplicationsRepository } from './applications.repository.js';
import { applicationStates } from './domain/application-state.js';

/** Claims an application from the queue; the applicant sees that it is under review. */
@Injectable()
export class ClaimApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
  ) {}

  one(input: { actor: Actor; applicationId: string }): Promise<void> {
    return this.transactor.run((tx) => this.open(tx, input));
  }

  /**
   * Claims the longest waiting application that nobody has claimed and that the reviewer may decide, and returns it.
   * Concurrent calls get different ones, because locked applications are skipped.
   * @throws AppError `no_application_waiting` (404)
   */
  async next(actor: Actor): Promise<string> {
    const reviewerId = actor.userId;
    invariant(reviewerId, 'a reviewer is a person');
    return this.transactor.run(async (tx) => {
      const applicationId = await this.applications.lockNextFree(tx, reviewerId);
      if (applicationId === undefined) throw new AppError(authorsErrors.no_application_waiting);
      await this.open(tx, { actor, applicationId });
      return applicationId;
    });
  }

  private async open(tx: Tx, { actor, applicationId }: { actor: Actor; applicationId: string }): Promise<void> {
    const application = await this.applications.lockSubmitted(tx, applicationId);
    applicationStates.assert(application.state, 'in_review');
    // Open questions are answered by the applicant, and a rejected application is reopened only by an appeal.
    if (application.state !== 'submitted') applicationStates.assert(application.state, 'approved');
    await this.applications.move(tx, application, 'in_review', { action: 'opened', actor }, { openedBy: actor.userId });
    await tx.audit(actor, 'application.opened', ['application', application.id], {
      before: { state: application.state },
      after: { state: 'in_review' },
    });
  }
}

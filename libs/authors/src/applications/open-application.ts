import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { Transactor, type Tx } from '@portal/platform/database';
import { applicationStates } from './domain/application-state.js';
import { ApplicationsRepository } from './applications.repository.js';

/** Claims an application from the queue; the applicant sees that it is under review. */
@Injectable()
export class OpenApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly audit: Audit,
  ) {}

  execute(input: { actor: Actor; applicationId: string }): Promise<void> {
    return this.transactor.run((tx) => this.within(tx, input));
  }

  async within(tx: Tx, input: { actor: Actor; applicationId: string }): Promise<void> {
    const { actor } = input;
    const application = await this.applications.lockSubmitted(tx, input.applicationId);
    applicationStates.assert(application.state, 'in_review');
    // Open questions are answered by the applicant, and a rejected application is reopened only by an appeal.
    if (application.state !== 'submitted') applicationStates.assert(application.state, 'approved');
    await this.applications.move(tx, application, 'in_review', { action: 'opened', actor }, { openedBy: actor.userId });
    await this.audit.record(tx, {
      actor,
      action: 'application.opened',
      subjectType: 'application',
      subjectId: application.id,
      before: { state: application.state },
      after: { state: 'in_review' },
    });
  }
}

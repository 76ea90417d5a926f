import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { LastChange } from '@portal/platform/audit';
import { assertExpectedVersion, Transactor } from '@portal/platform/database';
import { answersOf, byApiName, tidyAnswers, type Answers } from './domain/answers.js';
import { isEditable } from './domain/application-state.js';
import { authorsErrors } from '../errors.js';
import { ApplicationsRepository } from './applications.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

const EDITED = 'application.edited';

/** Changes answers while the application is a draft or changes were requested. Fields that are left out stay. */
@Injectable()
export class EditApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly lastChange: LastChange,
  ) {}

  /**
   * `expectedVersion` is the revision of the answers that were edited.
   * @throws AppError `application_not_found` (404), `application_not_editable` (409), `changed_meanwhile` (409) with both values, who changed it and when
   */
  async execute(input: { actor: Actor; applicationId: string; changes: Partial<Answers>; expectedVersion: string }) {
    const { actor } = input;
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lockOwn(tx, input.applicationId, actor);
      if (!isEditable(application.state)) throw new AppError(authorsErrors.application_not_editable);
      const before = answersOf(application);
      const after = tidyAnswers({ ...before, ...input.changes });
      const given = Object.keys(input.changes) as (keyof Answers)[];
      await assertExpectedVersion(
        input.expectedVersion,
        byApiName(before),
        byApiName(Object.fromEntries(given.map((key) => [key, after[key]])) as Partial<Answers>),
        () => this.lastChange.of(tx, ['application', application.id], ['application.created', EDITED], actor),
      );
      await this.applications.setAnswers(tx, application.id, after);
      await this.organizations.describe(tx, application.orgId, {
        name: after.companyName || actor.name,
        country: after.country,
        website: after.website,
      });
      await tx.audit(actor, EDITED, ['application', application.id], { before, after });
    });
  }
}

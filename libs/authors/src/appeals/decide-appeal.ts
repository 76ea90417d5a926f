import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { refusalOf, Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { ApplicationMails } from '../applications/application-mails.js';
import { refuseOwnPayee } from '../applications/decide-application.js';
import { appealStateAfter, type AppealDecision } from './domain/appeal-state.js';
import { applicationStates } from '../applications/domain/application-state.js';
import { authorsErrors } from '../errors.js';
import { AppealDecided } from '../events.js';
import { AppealsRepository } from './appeals.repository.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

/**
 * Decides an appeal, by a reviewer other than the one who rejected the application. Granted, the application is under
 * review again in a new round without that reviewer; dismissed, the rejection is final.
 */
@Injectable()
export class DecideAppeal {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly appeals: AppealsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly mails: ApplicationMails,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AppError `application_not_found`, `appeal_not_found` (404), `appeal_other_person`, `own_organization`,
   *   `own_payee_applies` (403), `appeal_decided`, `application_open`, `slug_taken` (409)
   */
  async execute(input: { actor: Actor; applicationId: string; decision: AppealDecision; text: string }): Promise<void> {
    const { actor, text } = input;
    const reviewerId = actor.userId;
    invariant(reviewerId, 'a reviewer is a person');
    const state = appealStateAfter(input.decision);
    const applicant = await this.mails.applicant(input.applicationId);
    try {
      await this.transactor.run(async (tx) => {
        const application = await this.applications.lockSubmitted(tx, input.applicationId);
        const appeal = await this.appeals.lock(tx, application.id);
        if (!appeal) throw new AppError(authorsErrors.appeal_not_found);
        if (appeal.state !== 'open') throw new AppError(authorsErrors.appeal_decided);
        if (appeal.refusedBy === reviewerId) throw new AppError(authorsErrors.appeal_other_person);
        await this.organizations.assertStranger(tx, application.orgId, reviewerId);
        await this.appeals.decide(tx, actor, { applicationId: application.id, state, text }).catch(refuseOwnPayee);
        const step = { action: `appeal_${state as 'granted' | 'dismissed'}`, actor, text } as const;
        if (state === 'granted') {
          applicationStates.assert(application.state, 'in_review');
          await this.applications.move(tx, application, 'in_review', step, { openedBy: reviewerId });
        } else await this.applications.addStep(tx, application.id, step);
        await this.outbox.emit(tx, AppealDecided, {
          application_id: application.id,
          org_id: application.orgId,
          state,
        });
        await this.mails.appealDecided(tx, application, applicant, state, text);
        await this.audit.record(tx, {
          actor,
          action: `appeal.${state}`,
          subjectType: 'application',
          subjectId: application.id,
          before: { appeal: 'open', state: application.state },
          after: { appeal: state, state: state === 'granted' ? 'in_review' : application.state },
          reason: text,
        });
      });
    } catch (error) {
      throw refusalOf(error, {
        applications_one_open: authorsErrors.application_open,
        applications_slug_held: authorsErrors.slug_taken,
      });
    }
  }
}

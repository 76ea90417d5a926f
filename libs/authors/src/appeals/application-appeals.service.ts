import { Injectable } from '@nestjs/common';
import { AppError, invariant, required } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { ApplicationMails } from '../applications/application-mails.js';
import type { ApplicationEntity } from '../applications/application.entity.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import { applicationStates } from '../applications/domain/application-state.js';
import { mayAppealUntil } from '../applications/domain/refusal.js';
import { authorsErrors } from '../errors.js';
import { AppealDecided } from '../events.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';
import type { ApplicationAppealEntity } from './appeal.entity.js';
import { appealStateAfter, type AppealDecision, type AppealState } from './domain/appeal-state.js';

/**
 * Appeals against the rejection of an application, once each. Another reviewer than the one who rejected it decides.
 */
@Injectable()
export class ApplicationAppealsService {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly mails: ApplicationMails,
  ) {}

  /**
   * @throws AppError `application_not_found` (404), `nothing_to_appeal`, `appeal_too_late`, `appealed_already`,
   *   `application_open` (409)
   */
  async file(input: { actor: Actor; applicationId: string; text: string }): Promise<void> {
    const { actor, text } = input;
    const reviewers = await this.mails.reviewers();
    try {
      await this.transactor.run(async (tx) => {
        const application = await this.applications.lockOwn(tx, input.applicationId, actor);
        if (await this.applications.lockAppeal(tx, application.id)) throw new AppError(authorsErrors.appealed_already);
        const refusedBy = application.decidedBy;
        if (application.state !== 'rejected' || refusedBy === null) throw new AppError(authorsErrors.nothing_to_appeal);
        const refusedAt = await this.applications.decidedAt(tx, application.id);
        if (tx.now >= mayAppealUntil(refusedAt)) throw new AppError(authorsErrors.appeal_too_late);
        if (await this.applications.hasOpen(tx, application.orgId)) throw new AppError(authorsErrors.application_open);
        await this.applications.addAppeal(tx, actor, { applicationId: application.id, refusedBy, text });
        await this.applications.addStep(tx, application.id, { action: 'appealed', actor, text });
        const others = reviewers.filter(({ id }) => id !== refusedBy);
        await this.mails.appealed(tx, application, others, text);
        await tx.audit(actor, 'appeal.filed', ['application', application.id], {
          after: { appeal: 'open', refused_by: refusedBy },
          reason: text,
        });
      });
    } catch (error) {
      throw refusalOf(error, { application_appeals_pkey: authorsErrors.appealed_already });
    }
  }

  /**
   * Withdraws an appeal before it is decided. The rejection stays and cannot be appealed again.
   * @throws AppError `application_not_found`, `appeal_not_found` (404), `appeal_decided` (409)
   */
  async withdraw({ actor, applicationId }: { actor: Actor; applicationId: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lockOwn(tx, applicationId, actor);
      await this.lockOpen(tx, application.id);
      await this.applications.endAppeal(tx, application.id, { state: 'withdrawn' });
      await this.applications.addStep(tx, application.id, { action: 'appeal_withdrawn', actor });
      await this.ended(tx, application, 'withdrawn');
      await tx.audit(actor, 'appeal.withdrawn', ['application', application.id], {
        before: { appeal: 'open' },
        after: { appeal: 'withdrawn' },
      });
    });
  }

  /**
   * Granted, the application is under review again in a new round without the reviewer who rejected it; dismissed, the
   * rejection is final.
   * @throws AppError `application_not_found`, `appeal_not_found` (404), `appeal_other_person`, `own_organization`
   *   (403), `appeal_decided`, `application_open`, `slug_taken`, `case_not_claimed` (409)
   */
  async decide(input: { actor: Actor; applicationId: string; decision: AppealDecision; text: string }): Promise<void> {
    const { actor, text } = input;
    const reviewerId = actor.userId;
    invariant(reviewerId, 'a reviewer is a person');
    const state = appealStateAfter(input.decision);
    const applicant = await this.mails.applicant(input.applicationId);
    try {
      await this.transactor.run(async (tx) => {
        const application = await this.applications.lockSubmitted(tx, input.applicationId);
        const appeal = await this.lockOpen(tx, application.id);
        if (appeal.refusedBy === reviewerId) throw new AppError(authorsErrors.appeal_other_person);
        await this.organizations.assertStranger(tx, application.orgId, reviewerId);
        const decided = { state, decidedBy: reviewerId, decidedByName: actor.name, decisionText: text };
        await this.applications.endAppeal(tx, application.id, decided);
        const step = { action: `appeal_${state as 'granted' | 'dismissed'}`, actor, text } as const;
        if (state === 'granted') {
          applicationStates.assert(application.state, 'in_review');
          await this.applications.move(tx, application, 'in_review', step, { openedBy: reviewerId });
        } else await this.applications.addStep(tx, application.id, step);
        await this.ended(tx, application, state);
        await this.mails.appealDecided(tx, application, applicant, state, text);
        await tx.audit(actor, `appeal.${state}`, ['application', application.id], {
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

  private async lockOpen(tx: Tx, applicationId: string): Promise<ApplicationAppealEntity> {
    const appeal = required(await this.applications.lockAppeal(tx, applicationId), authorsErrors.appeal_not_found);
    if (appeal.state !== 'open') throw new AppError(authorsErrors.appeal_decided);
    return appeal;
  }

  private async ended(tx: Tx, { id, orgId }: ApplicationEntity, state: Exclude<AppealState, 'open'>): Promise<void> {
    await tx.emit(AppealDecided, { application_id: id, org_id: orgId, state });
  }
}

import { Injectable } from '@nestjs/common';
import { AppError, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { refusalOf, Transactor, type Tx } from '@portal/platform/database';
import { ApplicationMails } from './application-mails.js';
import { criterionOf, gapOf } from './domain/application-criteria.js';
import { applicationStates } from './domain/application-state.js';
import { assertReason, stateAfter, type Decision } from './domain/decision.js';
import { authorsErrors } from '../errors.js';
import { ApplicationDecided } from '../events.js';
import type { ApplicationEntity } from './application.entity.js';
import { ApplicationsRepository } from './applications.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

/** Decides on an application. Approval opens the developer account and reserves the Drive's id and slug permanently. */
@Injectable()
export class DecideApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly mails: ApplicationMails,
  ) {}

  /**
   * @throws AppError `own_organization`, `appeal_other_person` (403), `invalid_transition` (409)
   *   when another reviewer was faster, `case_not_claimed`, `application_unjudged`, `application_criteria_against`,
   *   `application_nothing_against`, `application_nothing_failed` (409)
   */
  async execute(input: { actor: Actor; applicationId: string; decision: Decision; reasonCode: string; text: string }) {
    const { actor, decision, reasonCode, text } = input;
    assertReason(decision, reasonCode);
    const reviewerId = actor.userId;
    invariant(reviewerId, 'a reviewer is a person');
    const applicant = await this.mails.applicant(input.applicationId);
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lockSubmitted(tx, input.applicationId);
      await this.organizations.assertStranger(tx, application.orgId, reviewerId);
      if (await this.applications.refusedBy(tx, application.id, reviewerId))
        throw new AppError(authorsErrors.appeal_other_person);
      const to = stateAfter(decision);
      applicationStates.assert(application.state, to);
      invariant(
        to === 'approved' || to === 'rejected' || to === 'changes_requested',
        'a decision leads to a decided state',
      );
      await this.gate(tx, application, decision);
      await this.applications
        .move(tx, application, to, { action: to, actor, reasonCode, text }, { decidedBy: reviewerId })
        .catch((error: unknown) => {
          throw refusalOf(error, {
            // After an appeal, the reviewer who rejected the application may not decide again.
            application_appeals_other_person: authorsErrors.appeal_other_person,
          });
        });
      let driveId: string | null = null;
      if (to === 'approved') {
        await this.organizations.openAccount(tx, application.orgId);
        driveId = await this.applications.reserveDrive(tx, application);
      }
      await tx.emit(ApplicationDecided, {
        application_id: application.id,
        org_id: application.orgId,
        state: to,
        reason_code: reasonCode,
        drive_id: driveId,
      });
      await this.mails.decided(tx, application, applicant, to, text);
      await tx.audit(actor, `application.${to}`, ['application', application.id], {
        before: { state: application.state },
        after: { state: to, reason_code: reasonCode },
        reason: text,
      });
    });
  }

  /** @throws AppError `application_unjudged` and the like (409), naming the criteria. */
  private async gate(tx: Tx, application: ApplicationEntity, decision: Decision): Promise<void> {
    const judgements = await this.applications.judgements(tx, application.id);
    const gap = gapOf(decision, { round: application.round, judgements });
    if (!gap) return;
    throw new AppError(authorsErrors[gap.code], {
      details: gap.criteria.map((criterion) => ({
        pointer: `/criteria/${criterion}`,
        code: gap.code,
        message: `${criterionOf(criterion)!.title}.`,
      })),
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Claims } from '@portal/approvals';
import { AppError, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { revisionOf, Transactor } from '@portal/platform/database';
import { answersOf, byApiName } from './domain/answers.js';
import { criterionOf, lacksNote, type Verdict } from './domain/application-criteria.js';
import { refuseJudgements } from './domain/refuse-judgements.js';
import { authorsErrors } from '../errors.js';
import { ApplicationsRepository } from './applications.repository.js';
import { OrganizationsRepository } from '../organizations/organizations.repository.js';

interface ApplicationJudgementInput {
  criterion: string;
  verdict: Verdict;
  note: string;
}

/** Assesses one or several criteria of an application under review. The newest assessment of a criterion counts. */
@Injectable()
export class JudgeApplication {
  constructor(
    private readonly transactor: Transactor,
    private readonly applications: ApplicationsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly claims: Claims,
  ) {}

  /**
   * `expectedVersion` is the revision of the answers that were reviewed.
   * @throws AppError `application_not_found` (404), `own_organization`, `appeal_other_person`
   *   (403), `application_not_in_review`, `application_answers_changed`, `case_not_claimed` (409), `application_criterion_unknown`,
   *   `application_note_missing` (400), with each assessment in the details.
   */
  async execute(input: {
    actor: Actor;
    applicationId: string;
    expectedVersion: string;
    judgements: readonly ApplicationJudgementInput[];
  }): Promise<void> {
    const { actor } = input;
    invariant(actor.userId, 'a reviewer is a person');
    const reviewerId = actor.userId;
    const judgements = wellFormed(input.judgements);
    await this.transactor.run(async (tx) => {
      const application = await this.applications.lockSubmitted(tx, input.applicationId);
      await this.organizations.assertStranger(tx, application.orgId, reviewerId);
      if (await this.applications.refusedBy(tx, application.id, reviewerId))
        throw new AppError(authorsErrors.appeal_other_person);
      if (application.state !== 'in_review') throw new AppError(authorsErrors.application_not_in_review);
      if (revisionOf(byApiName(answersOf(application))) !== input.expectedVersion)
        throw new AppError(authorsErrors.application_answers_changed);
      await this.claims.extend(tx, actor, application.id);
      await this.applications.judge(tx, actor, application, judgements);
      await tx.audit(actor, 'application.judged', ['application', application.id], {
        after: {
          round: application.round,
          verdicts: Object.fromEntries(judgements.map((one) => [one.criterion, one.verdict])),
        },
      });
    });
  }
}

function wellFormed(given: readonly ApplicationJudgementInput[]): ApplicationJudgementInput[] {
  refuseJudgements(
    authorsErrors.application_criterion_unknown,
    given,
    (one, i) => !criterionOf(one.criterion) || given.findIndex((other) => other.criterion === one.criterion) !== i,
  );
  refuseJudgements(authorsErrors.application_note_missing, given, lacksNote);
  return [...given];
}

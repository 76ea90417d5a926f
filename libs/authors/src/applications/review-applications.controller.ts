import { Body, Query } from '@nestjs/common';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { BodyLimit, IdParam, LONG_TEXTS, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { ApplicationAppealsService } from '../appeals/application-appeals.service.js';
import { DecideApplication } from './decide-application.js';
import { JudgeApplication } from './judge-application.js';
import { ReviewedApplications } from './read/reviewed-applications.js';
import { WriteMessage } from './write-message.js';
import {
  ApplicationMessageDto,
  ApplicationQueueQuery,
  DecideAppealDto,
  DecideApplicationDto,
  JudgeApplicationDto,
} from './authors.dto.js';
import { AppealRowView, ApplicationCaseView, QueueRowView } from './authors.view.js';

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review/applications')
export class ReviewApplicationsController {
  constructor(
    private readonly read: ReviewedApplications,
    private readonly judge: JudgeApplication,
    private readonly decideApplication: DecideApplication,
    private readonly message: WriteMessage,
    private readonly appeals: ApplicationAppealsService,
  ) {}

  /** List open applications. The longest waiting first; without filters, those waiting for a reviewer. */
  @GetPage('', QueueRowView)
  list(@CurrentActor() actor: Actor, @Query() query: ApplicationQueueQuery) {
    return this.read.queue(actor, query);
  }

  /** List open appeals of applications. The longest waiting first. */
  @GetPage('appeals', AppealRowView)
  listAppeals(@CurrentActor() actor: Actor) {
    return this.read.appeals(actor);
  }

  /** Get an application for review. With slugs that look alike. Drafts are not visible to reviewers. */
  @GetData(':id', ApplicationCaseView)
  get(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.read.one(actor, id);
  }

  /**
   * Assess criteria of an application. One or several. An approval needs all of them, assessed since the applicant last
   * answered; a request or a rejection needs one against it.
   */
  @WithoutStepUp('kept for the decision, which asks')
  @PostData(':id/judgements', ApplicationCaseView)
  @BodyLimit(LONG_TEXTS)
  async saveJudgements(
    @CurrentActor() actor: Actor,
    @IdParam() applicationId: string,
    @Body() body: JudgeApplicationDto,
  ) {
    const judgements = body.judgements.map((one) => ({ ...one, note: one.note ?? '' }));
    await this.judge.execute({ actor, applicationId, expectedVersion: body.revision, judgements });
    return this.read.one(actor, applicationId);
  }

  /** Decide on an application. Approval opens the developer account and reserves the Drive's id and slug for ever. */
  @PostData(':id/decide', ApplicationCaseView)
  async decide(@CurrentActor() actor: Actor, @IdParam() applicationId: string, @Body() body: DecideApplicationDto) {
    await this.decideApplication.execute({
      actor,
      applicationId,
      decision: body.decision,
      reasonCode: body.reason_code,
      text: body.text,
    });
    return this.read.one(actor, applicationId);
  }

  /**
   * Decide on the appeal of an application. By a reviewer other than the one who rejected it. Granted, the application
   * is under review again; dismissed, the rejection is final.
   */
  @PostData(':id/appeal/decide', ApplicationCaseView)
  async decideAppeal(@CurrentActor() actor: Actor, @IdParam() applicationId: string, @Body() body: DecideAppealDto) {
    await this.appeals.decide({ actor, applicationId, decision: body.decision, text: body.text });
    return this.read.one(actor, applicationId);
  }

  /** Send a message to an applicant. Until the application is decided. The applicant is notified by email. */
  @WithoutStepUp('a text, decides nothing')
  @PostData(':id/messages', ApplicationCaseView)
  async addMessage(
    @CurrentActor() actor: Actor,
    @IdParam() applicationId: string,
    @Body() body: ApplicationMessageDto,
  ) {
    await this.message.execute({ actor, side: 'reviewer', applicationId, text: body.text });
    return this.read.one(actor, applicationId);
  }
}

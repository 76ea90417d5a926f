import { Body } from '@nestjs/common';
import { CurrentActor, SignedIn, MemberMay, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage, PatchData, PostData } from '@portal/platform/http';
import { EditApplication } from './edit-application.js';
import { OwnApplications } from './read/own-applications.js';
import { StartApplication } from './start-application.js';
import { SubmitApplication } from './submit-application.js';
import { WriteMessage } from './write-message.js';
import { ApplicationDto, ApplicationMessageDto, EditApplicationDto } from './authors.dto.js';
import { fromApiNames, NO_ANSWERS } from './domain/answers.js';
import { ApplicationOutlookView, ApplicationView } from './authors.view.js';

/** Anyone with an account can apply. Applicants only see their own applications. */
@SignedIn()
@ApiController('applications', 'api/v1/applications')
export class ApplicationsController {
  constructor(
    private readonly read: OwnApplications,
    private readonly start: StartApplication,
    private readonly edit: EditApplication,
    private readonly submitApplication: SubmitApplication,
    private readonly message: WriteMessage,
  ) {}

  /** List your applications. Newest first. */
  @GetPage('', ApplicationView)
  list(@CurrentActor() actor: Actor) {
    return this.read.list(actor);
  }

  /** Create an application. A draft that can be changed until it is submitted. */
  @PostData('', ApplicationView, { status: 201 })
  @MemberMay('develop')
  async create(@CurrentActor() actor: Actor, @Body() body: ApplicationDto) {
    const { id, orgId } = await this.start.execute({ actor, answers: { ...NO_ANSWERS, ...fromApiNames(body) } });
    return this.read.one({ ...actor, roles: [...actor.roles, { role: 'author', scopeId: orgId }] }, id);
  }

  /** Get the outlook for an application. How long a decision usually takes, and when you can apply. */
  @GetData('outlook', ApplicationOutlookView)
  outlook(@CurrentActor() actor: Actor) {
    return this.read.outlook(actor);
  }

  /** Get one of your applications. With its messages, criteria and decision. */
  @GetData(':id', ApplicationView)
  get(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.read.one(actor, id);
  }

  /**
   * Change the answers of an application. While it is a draft or changes were requested. Fields that are left out stay.
   * `revision` names the version that was edited.
   */
  @PatchData(':id', ApplicationView)
  @MemberMay('develop')
  async update(@CurrentActor() actor: Actor, @IdParam() applicationId: string, @Body() body: EditApplicationDto) {
    await this.edit.execute({ actor, applicationId, changes: fromApiNames(body), expectedVersion: body.revision });
    return this.read.one(actor, applicationId);
  }

  /** Submit an application. All answers must be complete. The slug is reserved from now on. */
  @PostData(':id/submit', ApplicationView)
  @MemberMay('develop')
  async submit(@CurrentActor() actor: Actor, @IdParam() applicationId: string) {
    await this.submitApplication.execute({ actor, applicationId });
    return this.read.one(actor, applicationId);
  }

  /** Withdraw an application. Until it is decided. The slug becomes free again. */
  @PostData(':id/withdraw', ApplicationView)
  @MemberMay('develop')
  async withdraw(@CurrentActor() actor: Actor, @IdParam() applicationId: string) {
    await this.submitApplication.withdraw({ actor, applicationId });
    return this.read.one(actor, applicationId);
  }

  /**
   * Send a message about an application. To the review team, until the application is decided. The other side is
   * notified by email.
   */
  @PostData(':id/messages', ApplicationView)
  @MemberMay('develop')
  async addMessage(
    @CurrentActor() actor: Actor,
    @IdParam() applicationId: string,
    @Body() body: ApplicationMessageDto,
  ) {
    await this.message.execute({ actor, side: 'applicant', applicationId, text: body.text });
    return this.read.one(actor, applicationId);
  }
}

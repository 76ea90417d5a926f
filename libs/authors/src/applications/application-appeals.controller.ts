import { Body } from '@nestjs/common';
import { CurrentActor, MemberMay, SignedIn, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, PostData } from '@portal/platform/http';
import { ApplicationAppealsService } from '../appeals/application-appeals.service.js';
import { AppealDto } from './authors.dto.js';
import { ApplicationView } from './authors.view.js';
import { OwnApplications } from './read/own-applications.js';

/** Appeals of applicants against the rejection of their own application. */
@SignedIn()
@ApiController('applications', 'api/v1/applications')
export class ApplicationAppealsController {
  constructor(
    private readonly read: OwnApplications,
    private readonly appeals: ApplicationAppealsService,
  ) {}

  /**
   * Appeal against the rejection of an application. Once, within 30 days. A reviewer other than the one who rejected it
   * decides.
   */
  @PostData(':id/appeal', ApplicationView)
  @MemberMay('develop')
  async create(@CurrentActor() actor: Actor, @IdParam() applicationId: string, @Body() body: AppealDto) {
    await this.appeals.file({ actor, applicationId, text: body.text });
    return this.read.one(actor, applicationId);
  }

  /** Withdraw the appeal of an application. Until it is decided. The rejection stays and cannot be appealed again. */
  @PostData(':id/appeal/withdraw', ApplicationView)
  @MemberMay('develop')
  async withdraw(@CurrentActor() actor: Actor, @IdParam() applicationId: string) {
    await this.appeals.withdraw({ actor, applicationId });
    return this.read.one(actor, applicationId);
  }
}

import { Module } from '@nestjs/common';
import { ClaimsModule } from '@portal/approvals';
import { IdentityCoreModule } from '@portal/identity';
import { ApplicationAppealsService } from '../appeals/application-appeals.service.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { ApplicationAppealsController } from './application-appeals.controller.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsModule } from './applications.module.js';
import { DecideApplication } from './decide-application.js';
import { EditApplication } from './edit-application.js';
import { JudgeApplication } from './judge-application.js';
import { OwnApplications } from './read/own-applications.js';
import { ReviewedApplications } from './read/reviewed-applications.js';
import { EarlierApplications } from './read/earlier-applications.js';
import { Neighbours } from './read/neighbours.js';
import { ReviewApplicationsController } from './review-applications.controller.js';
import { StartApplication } from './start-application.js';
import { SubmitApplication } from './submit-application.js';
import { OpenApplication } from './open-application.js';
import { WriteMessage } from './write-message.js';

@Module({
  imports: [ClaimsModule, ApplicationsModule, OrganizationsModule, IdentityCoreModule],
  controllers: [ApplicationAppealsController, ApplicationsController, ReviewApplicationsController],
  providers: [
    ApplicationAppealsService,
    DecideApplication,
    EarlierApplications,
    EditApplication,
    JudgeApplication,
    Neighbours,
    OwnApplications,
    ReviewedApplications,
    StartApplication,
    SubmitApplication,
    OpenApplication,
    WriteMessage,
  ],
})
export class ApplicationsHttpModule {}

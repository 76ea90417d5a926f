import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '@portal/identity';
import { AppealsHttpModule } from '../appeals/appeals-http.module.js';
import { AppealsModule } from '../appeals/appeals.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { ApplicationAppealsController } from './application-appeals.controller.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsModule } from './applications.module.js';
import { DecideApplication } from './decide-application.js';
import { EditApplication } from './edit-application.js';
import { JudgeApplication } from './judge-application.js';
import { OpenApplication } from './open-application.js';
import { ApplicationOutlook } from './read/application-outlook.js';
import { Applications } from './read/applications.js';
import { EarlierApplications } from './read/earlier-applications.js';
import { Neighbours } from './read/neighbours.js';
import { ReviewApplicationsController } from './review-applications.controller.js';
import { StartApplication } from './start-application.js';
import { SubmitApplication } from './submit-application.js';
import { ClaimNextApplication } from './claim-next-application.js';
import { WithdrawApplication } from './withdraw-application.js';
import { WriteMessage } from './write-message.js';

@Module({
  imports: [ApplicationsModule, AppealsModule, AppealsHttpModule, OrganizationsModule, IdentityCoreModule],
  controllers: [ApplicationAppealsController, ApplicationsController, ReviewApplicationsController],
  providers: [
    ApplicationOutlook,
    Applications,
    DecideApplication,
    EarlierApplications,
    EditApplication,
    JudgeApplication,
    Neighbours,
    OpenApplication,
    StartApplication,
    SubmitApplication,
    ClaimNextApplication,
    WithdrawApplication,
    WriteMessage,
  ],
})
export class ApplicationsHttpModule {}

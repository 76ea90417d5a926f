import { Module } from '@nestjs/common';
import { SecretsCoreModule } from '@portal/secrets';
import { scheduledJob } from '@portal/platform/jobs';
import { AgreementsHttpModule } from '../agreements/agreements.module.js';
import { DriveKeysModule } from '../keys/keys.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { AdminOffboardingsController } from './admin-offboardings.controller.js';
import { AuthorAccountController } from './author-account.controller.js';
import { AuthorAccount } from './author-account.js';
import { OffboardingMails } from './offboarding-mails.js';
import { OffboardingController } from './offboardings.controller.js';
import { OffboardingsRepository } from './offboardings.repository.js';
import { AccountSuspensionsRepository } from './account-suspensions.repository.js';
import { OffboardingsService } from './offboardings.service.js';
import { SuspensionsService } from './suspensions.service.js';
import { EndAccounts } from './end-accounts.js';
import { SuspensionsController } from './suspensions.controller.js';

@Module({
  imports: [OrganizationsModule],
  providers: [OffboardingMails, OffboardingsRepository],
  exports: [OffboardingMails, OffboardingsRepository],
})
class OffboardingModule {}

@Module({
  imports: [OffboardingModule, AgreementsHttpModule, DriveKeysModule, OrganizationsModule, SecretsCoreModule],
  controllers: [AuthorAccountController, OffboardingController, AdminOffboardingsController, SuspensionsController],
  providers: [AccountSuspensionsRepository, AuthorAccount, OffboardingsService, SuspensionsService],
})
export class OffboardingHttpModule {}

@Module({
  imports: [OffboardingModule, OrganizationsModule],
  providers: [EndAccounts, scheduledJob('authors.end-accounts', EndAccounts)],
})
export class OffboardingWorkerModule {}

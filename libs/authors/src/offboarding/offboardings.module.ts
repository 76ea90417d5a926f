import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecretsCoreModule } from '@portal/secrets';
import { scheduledJob } from '@portal/platform/jobs';
import { AgreementsHttpModule } from '../agreements/agreements.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { AdminOffboardingsController } from './admin-offboardings.controller.js';
import { AnnounceOffboarding } from './announce-offboarding.js';
import { AuthorAccountController } from './author-account.controller.js';
import { AuthorAccount } from './author-account.js';
import { OffboardingMails } from './offboarding-mails.js';
import { OffboardingController } from './offboardings.controller.js';
import { Offboardings } from './offboardings.js';
import { OffboardingsRepository } from './offboardings.repository.js';
import { EndAccounts } from './end-accounts.js';
import { ResumeAccount } from './resume-account.js';
import { SuspendAccount } from './suspend-account.js';
import { SuspensionNotice } from './suspension-notice.js';
import { SuspensionsController } from './suspensions.controller.js';
import { Suspensions } from './suspensions.js';
import { SuspensionsRepository } from './suspensions.repository.js';
import { WithdrawOffboarding } from './withdraw-offboarding.js';
import { AccountSuspensionEntity, OffboardingEntity } from './offboarding.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccountSuspensionEntity, OffboardingEntity]), OrganizationsModule],
  providers: [OffboardingMails, OffboardingsRepository],
  exports: [OffboardingMails, OffboardingsRepository],
})
class OffboardingModule {}

@Module({
  imports: [OffboardingModule, AgreementsHttpModule, KeysModule, OrganizationsModule, SecretsCoreModule],
  controllers: [AuthorAccountController, OffboardingController, AdminOffboardingsController, SuspensionsController],
  providers: [
    AnnounceOffboarding,
    AuthorAccount,
    Offboardings,
    ResumeAccount,
    SuspendAccount,
    SuspensionNotice,
    Suspensions,
    SuspensionsRepository,
    WithdrawOffboarding,
  ],
})
export class OffboardingHttpModule {}

@Module({
  imports: [OffboardingModule, OrganizationsModule],
  providers: [EndAccounts, scheduledJob('authors.end-accounts', EndAccounts)],
})
export class OffboardingWorkerModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecretsCoreModule } from '@portal/secrets';
import { AgreementsHttpModule } from '../agreements/agreements.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { AdminDeparturesController } from './admin-departures.controller.js';
import { AnnounceDeparture } from './announce-departure.js';
import { AuthorAccountController } from './author-account.controller.js';
import { AuthorAccount } from './author-account.js';
import { DepartureMails } from './departure-mails.js';
import { DeparturesController } from './departures.controller.js';
import { Departures } from './departures.js';
import { DeparturesRepository } from './departures.repository.js';
import { EndAccountsJob } from './end-accounts.job.js';
import { EndAccounts } from './end-accounts.js';
import { ResumeAccount } from './resume-account.js';
import { SuspendAccount } from './suspend-account.js';
import { SuspensionNotice } from './suspension-notice.js';
import { SuspensionsController } from './suspensions.controller.js';
import { Suspensions } from './suspensions.js';
import { SuspensionsRepository } from './suspensions.repository.js';
import { WithdrawDeparture } from './withdraw-departure.js';
import { AccountSuspensionEntity, DepartureEntity } from './departure.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccountSuspensionEntity, DepartureEntity]), OrganizationsModule],
  providers: [DepartureMails, DeparturesRepository],
  exports: [DepartureMails, DeparturesRepository],
})
export class DeparturesModule {}

@Module({
  imports: [DeparturesModule, AgreementsHttpModule, KeysModule, OrganizationsModule, SecretsCoreModule],
  controllers: [AuthorAccountController, DeparturesController, AdminDeparturesController, SuspensionsController],
  providers: [
    AnnounceDeparture,
    AuthorAccount,
    Departures,
    ResumeAccount,
    SuspendAccount,
    SuspensionNotice,
    Suspensions,
    SuspensionsRepository,
    WithdrawDeparture,
  ],
})
export class DeparturesHttpModule {}

@Module({ imports: [DeparturesModule, OrganizationsModule], providers: [EndAccounts, EndAccountsJob] })
export class DeparturesWorkerModule {}

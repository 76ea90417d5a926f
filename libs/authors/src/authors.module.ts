import { Module } from '@nestjs/common';
import { AgreementsHttpModule, AgreementsWorkerModule } from './agreements/agreements.module.js';
import { ApplicationsHttpModule } from './applications/applications-http.module.js';
import { ApplicationsWorkerModule } from './applications/applications.module.js';
import { OffboardingHttpModule, OffboardingWorkerModule } from './offboarding/offboardings.module.js';
import { DriveKeysHttpModule, DriveKeysModule, DriveKeysWorkerModule } from './keys/keys.module.js';
import { OrganizationsHttpModule, OrganizationsModule } from './organizations/organizations.module.js';

/** Exports for other libs, in the HTTP process and in the worker. */
@Module({ imports: [OrganizationsModule, DriveKeysModule], exports: [OrganizationsModule, DriveKeysModule] })
export class AuthorsCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [
    AuthorsCoreModule,
    AgreementsHttpModule,
    ApplicationsHttpModule,
    OffboardingHttpModule,
    DriveKeysHttpModule,
    OrganizationsHttpModule,
  ],
  exports: [AuthorsCoreModule, AgreementsHttpModule],
})
export class AuthorsModule {}

/** For the worker. */
@Module({ imports: [AgreementsWorkerModule, ApplicationsWorkerModule, OffboardingWorkerModule, DriveKeysWorkerModule] })
export class AuthorsWorkerModule {}

import { Module } from '@nestjs/common';
import { AgreementsHttpModule, AgreementsWorkerModule } from './agreements/agreements.module.js';
import { AppealsHttpModule } from './appeals/appeals-http.module.js';
import { ApplicationsHttpModule } from './applications/applications-http.module.js';
import { ApplicationsWorkerModule } from './applications/applications.module.js';
import { OffboardingHttpModule, OffboardingWorkerModule } from './offboarding/offboardings.module.js';
import { KeysHttpModule, KeysModule, KeysWorkerModule } from './keys/keys.module.js';
import { OrganizationsHttpModule, OrganizationsModule } from './organizations/organizations.module.js';

/** Exports for other libs, in the HTTP process and in the worker. */
@Module({ imports: [OrganizationsModule, KeysModule], exports: [OrganizationsModule, KeysModule] })
export class AuthorsCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [
    AuthorsCoreModule,
    AgreementsHttpModule,
    AppealsHttpModule,
    ApplicationsHttpModule,
    OffboardingHttpModule,
    KeysHttpModule,
    OrganizationsHttpModule,
  ],
  exports: [AuthorsCoreModule],
})
export class AuthorsModule {}

/** For the worker. */
@Module({ imports: [AgreementsWorkerModule, ApplicationsWorkerModule, OffboardingWorkerModule, KeysWorkerModule] })
export class AuthorsWorkerModule {}

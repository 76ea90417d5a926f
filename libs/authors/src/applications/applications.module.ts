import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '@portal/identity';
import { eventProcessor } from '@portal/platform/events';
import { ApplicationSubmitted } from '../events.js';
import { ApplicationMails } from './application-mails.js';
import { ApplicationsRepository } from './applications.repository.js';
import { CheckAppliedManifest } from './check-applied-manifest.js';

/** Stored applications and the mail about them, as appeals need them too. */
@Module({
  imports: [IdentityCoreModule],
  providers: [ApplicationsRepository, ApplicationMails],
  exports: [ApplicationsRepository, ApplicationMails],
})
export class ApplicationsModule {}

@Module({
  providers: [
    CheckAppliedManifest,
    eventProcessor(
      ApplicationSubmitted,
      'authors.check-applied-manifest',
      CheckAppliedManifest,
      { queue: 'drives', driveOf: (_check, { application_id }) => application_id },
      (check, { application_id }) => check.execute(application_id),
    ),
  ],
})
export class ApplicationsWorkerModule {}

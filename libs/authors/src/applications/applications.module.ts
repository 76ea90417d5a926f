import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityCoreModule } from '@portal/identity';
import { ApplicationAppealEntity } from '../appeals/appeal.entity.js';
import { ApplicationMails } from './application-mails.js';
import { ApplicationsRepository } from './applications.repository.js';
import { CheckAppliedManifest } from './check-applied-manifest.js';
import { CheckAppliedManifestProcessor } from './check-applied-manifest.processor.js';
import {
  ApplicationEntity,
  ApplicationMessageEntity,
  ApplicationStepEntity,
  DriveReservationEntity,
} from './application.entity.js';

/** Stored applications and the mail about them, as appeals need them too. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      ApplicationAppealEntity,
      ApplicationEntity,
      ApplicationMessageEntity,
      ApplicationStepEntity,
      DriveReservationEntity,
    ]),
    IdentityCoreModule,
  ],
  providers: [ApplicationsRepository, ApplicationMails],
  exports: [ApplicationsRepository, ApplicationMails],
})
export class ApplicationsModule {}

@Module({ providers: [CheckAppliedManifest, CheckAppliedManifestProcessor] })
export class ApplicationsWorkerModule {}

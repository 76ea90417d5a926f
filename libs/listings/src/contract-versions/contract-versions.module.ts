import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsCoreModule } from '@portal/authors';
import { scheduledJob } from '@portal/platform/jobs';
import { ListingModule } from '../listing/listing.module.js';
import { ContractVersionEntity } from './contract-version.entity.js';
import { AdminContractVersionsController, PublicContractVersionsController } from './contract-versions.controllers.js';
import { ContractVersions } from './contract-versions.js';
import { MailSunsetProcessor } from './mail-sunset.processor.js';
import { NotifySunsets } from './notify-sunsets.js';
import { SunsetNoticesRepository } from './sunset-notices.repository.js';

/** Which versions of the contract there are. */
@Module({
  imports: [TypeOrmModule.forFeature([ContractVersionEntity])],
  providers: [ContractVersions],
  exports: [ContractVersions],
})
export class ContractVersionsModule {}

/** The same for authors and admins. */
@Module({
  imports: [ContractVersionsModule],
  controllers: [AdminContractVersionsController, PublicContractVersionsController],
})
export class ContractVersionsHttpModule {}

/** Notifies authors of the end of the version that their Drives declare. */
@Module({
  imports: [AuthorsCoreModule, ContractVersionsModule, ListingModule],
  providers: [
    MailSunsetProcessor,
    NotifySunsets,
    scheduledJob('listings.notify-sunsets', NotifySunsets),
    SunsetNoticesRepository,
  ],
})
export class ContractVersionsWorkerModule {}

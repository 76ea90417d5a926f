import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { eventProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { SunsetDue } from '../events.js';
import { ListingModule } from '../listing/listing.module.js';
import { AdminContractVersionsController, PublicContractVersionsController } from './contract-versions.controllers.js';
import { ContractVersions } from './contract-versions.js';
import { MailSunset } from './mail-sunset.js';
import { SunsetNoticesRepository } from './sunset-notices.repository.js';

/** Which versions of the contract there are. */
@Module({
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
    MailSunset,
    eventProcessor(SunsetDue, 'listings.mail-sunset', MailSunset, (mail, payload, context) =>
      mail.execute(payload, context),
    ),
    scheduledJob('listings.notify-sunsets', MailSunset, (mail) => mail.announce()),
    SunsetNoticesRepository,
  ],
})
export class ContractVersionsWorkerModule {}

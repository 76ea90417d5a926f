import { Global, Module } from '@nestjs/common';
import { ApprovalsModule, capableThing } from '@portal/approvals';
import { LiveDrives } from '@portal/authors';
import { ListingAppealsModule } from '../appeals/appeals.module.js';
import { ConformanceHttpModule } from '../conformance/conformance.module.js';
import { PricingModule } from '../pricing/pricing.module.js';
import { AuthorDrivesController, DriveRecordsController } from './author-drives.controllers.js';
import { ListingModule } from './listing.module.js';
import { AuthorDrives } from './read/author-drives.js';
import { CapableDrive, CapableListing } from './read/capable-listing.js';
import { DriveAsOf } from './read/drive-as-of.js';
import { ListedDrives } from './read/listed-drives.js';
import { ListedLiveDrives } from './read/live-drives.js';
import { Versions } from './read/versions.js';

/** Drives as their authors and staff see them: now, at an instant, and version by version. */
@Module({
  imports: [ApprovalsModule, PricingModule, ListingModule, ConformanceHttpModule, ListingAppealsModule],
  controllers: [AuthorDrivesController, DriveRecordsController],
  providers: [...capableThing(CapableDrive, CapableListing), AuthorDrives, DriveAsOf, ListedDrives, Versions],
  exports: [AuthorDrives, ListedDrives, ListingModule, PricingModule],
})
export class ListingHttpModule {}

/** Global, because authors asks for `LiveDrives` without knowing who provides it. */
@Global()
@Module({
  imports: [ListingModule],
  providers: [{ provide: LiveDrives, useClass: ListedLiveDrives }],
  exports: [LiveDrives],
})
export class LiveDrivesModule {}

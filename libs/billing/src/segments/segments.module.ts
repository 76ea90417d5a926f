import { Module } from '@nestjs/common';
import { AuthorBilled } from '@portal/listings';
import { BeginSegment } from './begin-segment.js';
import { ChangeSegment } from './change-segment.js';
import { CloseSegment } from './close-segment.js';
import { SyncBillingModel } from './sync-billing-model.js';
import { InstallNames } from './install-names.js';
import { OpenSegment } from './open-segment.js';
import { SEGMENT_PROCESSORS } from './segments.processors.js';
import { SegmentsRepository } from './segments.repository.js';
import { TenantSuspensionsRepository } from './tenant-suspensions.repository.js';

const SHARED = [AuthorBilled, BeginSegment, InstallNames, SegmentsRepository, TenantSuspensionsRepository];

/** Segments: the price of an install over time. */
@Module({
  providers: SHARED,
  exports: SHARED,
})
export class SegmentsModule {}

/** Worker: events of installs. */
@Module({
  imports: [SegmentsModule],
  providers: [ChangeSegment, CloseSegment, SyncBillingModel, OpenSegment, ...SEGMENT_PROCESSORS],
})
export class SegmentsWorkerModule {}

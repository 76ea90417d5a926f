import { Module } from '@nestjs/common';
import { eventProcessor } from '@portal/platform/events';
import { ConformanceModule } from '../conformance/conformance.module.js';
import { SubmissionRecheckAsked } from '../events.js';
import { ListingModule } from '../listing/listing.module.js';
import { SubmissionsModule, SubmissionsWorkerModule } from '../submissions/submissions.module.js';
import { RechecksService } from './rechecks.service.js';
import { RunRecheck } from './run-recheck.js';
import { StoreRecheck } from './store-recheck.js';

/** Re-checks of cases as rows. */
@Module({ imports: [SubmissionsModule], providers: [RechecksService], exports: [RechecksService] })
export class RechecksModule {}

/** Runs the checks of cases again. */
@Module({
  imports: [ListingModule, ConformanceModule, SubmissionsModule, SubmissionsWorkerModule, RechecksModule],
  providers: [
    RunRecheck,
    StoreRecheck,
    eventProcessor(
      SubmissionRecheckAsked,
      'listings.recheck-submission',
      RunRecheck,
      { queue: 'drives', driveOf: (_, { drive_id }) => drive_id },
      (recheck, { submission_id: submissionId, recheck_id: recheckId }) => recheck.execute({ submissionId, recheckId }),
    ),
  ],
})
export class RechecksWorkerModule {}

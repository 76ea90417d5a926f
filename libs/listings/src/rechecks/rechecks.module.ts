import { Module } from '@nestjs/common';
import { ConformanceModule } from '../conformance/conformance.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { SubmissionsModule, SubmissionsWorkerModule } from '../submissions/submissions.module.js';
import { RecheckSubmissionProcessor } from './recheck-submission.processor.js';
import { RechecksService } from './rechecks.service.js';
import { RunRecheck } from './run-recheck.js';
import { StoreRecheck } from './store-recheck.js';

/** Re-checks of cases as rows. */
@Module({ imports: [SubmissionsModule], providers: [RechecksService], exports: [RechecksService] })
export class RechecksModule {}

/** Runs the checks of cases again. */
@Module({
  imports: [ListingModule, ConformanceModule, SubmissionsModule, SubmissionsWorkerModule, RechecksModule],
  providers: [RecheckSubmissionProcessor, RunRecheck, StoreRecheck],
})
export class RechecksWorkerModule {}

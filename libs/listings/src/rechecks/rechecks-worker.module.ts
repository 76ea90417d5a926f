import { Module } from '@nestjs/common';
import { ConformanceModule } from '../conformance/conformance.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { SubmissionsModule, SubmissionsWorkerModule } from '../submissions/submissions.module.js';
import { RecheckSubmissionProcessor } from './recheck-submission.processor.js';
import { RechecksModule } from './rechecks.module.js';
import { RunRecheck } from './run-recheck.js';
import { RunningRechecks } from './running-rechecks.js';
import { StoreRecheck } from './store-recheck.js';

/** Runs the checks of cases again. */
@Module({
  imports: [ListingModule, ConformanceModule, SubmissionsModule, SubmissionsWorkerModule, RechecksModule],
  providers: [RecheckSubmissionProcessor, RunRecheck, RunningRechecks, StoreRecheck],
})
export class RechecksWorkerModule {}

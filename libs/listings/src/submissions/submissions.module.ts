import { Module } from '@nestjs/common';
import { AuthorsCoreModule, ownedRows } from '@portal/authors';
import { eventProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { ListingAppealsModule } from '../appeals/appeals.module.js';
import { ConformanceModule } from '../conformance/conformance.module.js';
import { SubmissionReceived } from '../events.js';
import { ListingHttpModule } from '../listing/listing-http.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { ValidatorModule } from '../validator/validator.module.js';
import { AnnounceVerdict } from './announce-verdict.js';
import { Cases } from './read/cases.js';
import { AnswerReview } from './answer-review.js';
import { CheckListing } from './check-listing.js';
import { CheckProgress } from './check-progress.js';
import {
  AuthorSubmissionsController,
  SharedReportsController,
  SubmissionsController,
} from './http/submissions.controllers.js';
import { ReportLinksService } from './report-links.service.js';
import { StoreVerdict } from './store-verdict.js';
import { SubmissionNotesService } from './submission-notes.service.js';
import { SubmissionTransitions } from './submission-transitions.js';
import { SubmissionWords } from './submission-words.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { Submissions } from './submissions.js';
import { SubmitManifest } from './submit-manifest.js';
import { ValidateSubmission } from './validate-submission.js';
import { WeighCases } from './weigh-cases.js';

const SHARED = [CheckListing, SubmissionNotesService, SubmissionTransitions, SubmissionsRepository];

/** Submissions as rows, and their transitions. */
@Module({
  imports: [ListingModule, ListingAppealsModule],
  providers: SHARED,
  exports: SHARED,
})
export class SubmissionsModule {}

/** Submitting, answering and withdrawing; submissions as their authors and reviewers see them. */
@Module({
  imports: [AuthorsCoreModule, ValidatorModule, ListingHttpModule, ListingAppealsModule, SubmissionsModule],
  controllers: [AuthorSubmissionsController, SharedReportsController, SubmissionsController],
  providers: [
    AnswerReview,
    Cases,
    ReportLinksService,
    SubmissionWords,
    Submissions,
    SubmitManifest,
    ownedRows('listings.submissions'),
  ],
  exports: [Submissions],
})
export class SubmissionsHttpModule {}

/** Runs the checks of submissions. */
@Module({
  imports: [ListingModule, ConformanceModule, SubmissionsModule],
  providers: [
    AnnounceVerdict,
    CheckProgress,
    StoreVerdict,
    ValidateSubmission,
    WeighCases,
    scheduledJob('listings.watch-review-exceptions', WeighCases),
    eventProcessor(
      SubmissionReceived,
      'listings.validate-submission',
      ValidateSubmission,
      { queue: 'drives', driveOf: (_, { drive_id }) => drive_id },
      (validate, { submission_id }) => validate.execute(submission_id),
    ),
  ],
  exports: [CheckProgress],
})
export class SubmissionsWorkerModule {}

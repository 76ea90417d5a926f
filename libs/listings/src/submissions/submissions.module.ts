import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsCoreModule } from '@portal/authors';
import { AppealsModule } from '../appeals/appeals.module.js';
import { ConformanceModule } from '../conformance/conformance.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { PricingModule } from '../pricing/pricing.module.js';
import { ValidatorModule } from '../validator/validator.module.js';
import { AnnounceVerdict } from './announce-verdict.js';
import { AnswerReview } from './answer-review.js';
import { CheckListing } from './check-listing.js';
import { CheckProgress } from './check-progress.js';
import { CreateReportLink } from './create-report-link.js';
import { AuthorDrivesController } from './http/author-drives.controller.js';
import { SharedReportsController } from './http/linked-reports.controller.js';
import { SubmissionsController } from './http/submissions.controller.js';
import { LinkedReports } from './linked-reports.js';
import { ReportLinksRepository } from './report-links.repository.js';
import { RevokeReportLink } from './revoke-report-link.js';
import { StoreVerdict } from './store-verdict.js';
import { SubmissionMails } from './submission-mails.js';
import { SubmissionNotesRepository } from './submission-notes.repository.js';
import { SubmissionObjects } from './submission-objects.js';
import { SubmissionTransitions } from './submission-transitions.js';
import { SubmissionWords } from './submission-words.js';
import { SubmissionEntity } from './submission.entity.js';
import { SubmissionsRepository } from './submissions.repository.js';
import { Submissions } from './submissions.js';
import { SubmitManifest } from './submit-manifest.js';
import { ValidateSubmission } from './validate-submission.js';
import { ValidateSubmissionProcessor } from './validate-submission.processor.js';
import { WithdrawSubmission } from './withdraw-submission.js';
import { WriteSubmissionNotes } from './write-submission-notes.js';

/** Submissions as rows, their moves, and mail about their checks. */
@Module({
  imports: [TypeOrmModule.forFeature([SubmissionEntity]), ListingModule, AppealsModule],
  providers: [CheckListing, SubmissionMails, SubmissionNotesRepository, SubmissionTransitions, SubmissionsRepository],
  exports: [CheckListing, SubmissionMails, SubmissionNotesRepository, SubmissionTransitions, SubmissionsRepository],
})
export class SubmissionsModule {}

/** Handing in, answering and taking back; submissions as their authors and reviewers see them. */
@Module({
  imports: [AuthorsCoreModule, PricingModule, ValidatorModule, ListingModule, AppealsModule, SubmissionsModule],
  controllers: [AuthorDrivesController, SharedReportsController, SubmissionsController],
  providers: [
    AnswerReview,
    CreateReportLink,
    LinkedReports,
    ReportLinksRepository,
    RevokeReportLink,
    SubmissionObjects,
    SubmissionWords,
    Submissions,
    SubmitManifest,
    WithdrawSubmission,
    WriteSubmissionNotes,
  ],
  exports: [Submissions],
})
export class SubmissionsHttpModule {}

/** Runs the checks of submissions. */
@Module({
  imports: [ListingModule, ConformanceModule, SubmissionsModule],
  providers: [AnnounceVerdict, CheckProgress, StoreVerdict, ValidateSubmission, ValidateSubmissionProcessor],
  exports: [CheckProgress],
})
export class SubmissionsWorkerModule {}

import { Global, Module } from '@nestjs/common';
import { AuthorsCoreModule, LiveDrives, ManifestProbe } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { registerEntities } from '@portal/platform';
import { SecretsCoreModule } from '@portal/secrets';
import { AddEvidence } from './add-evidence.js';
import { AppealEnds } from './appeal-ends.js';
import { AnnounceSunset } from './announce-sunset.js';
import { AnswerReview } from './answer-review.js';
import { AppealMails } from './appeal-mails.js';
import { ChangeListingState } from './change-listing-state.js';
import { CheckDrive } from './check-drive.js';
import { CheckProgress } from './check-progress.js';
import { CountPopularity } from './count-popularity.js';
import { DecideReview } from './decide-review.js';
import { DecideListingAppeal } from './decide-listing-appeal.js';
import { FetchIcon } from './fetch-icon.js';
import { FileListingAppeal } from './file-listing-appeal.js';
import { FollowEvidence } from './follow-evidence.js';
import { FollowManifest } from './follow-manifest.js';
import { FollowSunsets } from './follow-sunsets.js';
import { ForgetValidations } from './forget-validations.js';
import { AppealsController, ReviewAppealsController } from './http/appeals.controller.js';
import { AuthorDrivesController } from './http/author-drives.controller.js';
import { DriveRecordsController } from './http/drive-records.controller.js';
import { EndingsController } from './http/endings.controller.js';
import { EvidenceController, ReviewEvidenceController } from './http/evidence.controller.js';
import { IconsController } from './http/icons.controller.js';
import { ChangeCommercialTerms } from './change-commercial-terms.js';
import { CommercialController } from './http/commercial.controller.js';
import { PricesController } from './http/prices.controller.js';
import { PublicController } from './http/public.controller.js';
import { ReviewsController } from './http/reviews.controller.js';
import { SubmissionsController } from './http/submissions.controller.js';
import { ValidatorController } from './http/validator.controller.js';
import { AuthorLeavingProcessor } from './jobs/author-leaving.processor.js';
import { AuthorStaysProcessor } from './jobs/author-stays.processor.js';
import { CountPopularityJob } from './jobs/count-popularity.job.js';
import {
  FollowAfterExceptionProcessor,
  FollowAfterSubmissionProcessor,
  FollowAfterSuspensionProcessor,
} from './jobs/try-held-again.processors.js';
import { ListingMailer } from './listing-mailer.js';
import { PassingHolds } from './passing-holds.js';
import { ReviewMails } from './review-mails.js';
import { StandingMails } from './standing-mails.js';
import { TryHeldAgain } from './try-held-again.js';
import { FetchIconProcessor } from './jobs/fetch-icon.processor.js';
import { FollowEvidenceJob } from './jobs/follow-evidence.job.js';
import { FollowSunsetsJob } from './jobs/follow-sunsets.job.js';
import { ForgetValidationsJob } from './jobs/forget-validations.job.js';
import { MailDueEvidenceProcessor } from './jobs/mail-due-evidence.processor.js';
import { MailDueEvidence } from './mail-due-evidence.js';
import { MergeCatalogueJob } from './jobs/merge-catalogue.job.js';
import { SyncManifestProcessor } from './jobs/sync-manifest.processor.js';
import { SyncManifestsJob } from './jobs/sync-manifests.job.js';
import { ValidateSubmissionProcessor } from './jobs/validate-submission.processor.js';
import { ListingRecords } from './listing-records.js';
import { Listings } from './listings.js';
import { MergeCatalogue } from './merge-catalogue.js';
import { ManifestAddress } from './manifest-address.js';
import { OpenUpdateReview } from './open-update-review.js';
import { OwnDrive } from './own-drive.js';
import { EndingsRepository } from './persistence/endings.repository.js';
import { EvidenceRepository } from './persistence/evidence.repository.js';
import { ListingAppealsRepository } from './persistence/listing-appeals.repository.js';
import { ListingEntity } from './persistence/listing.entity.js';
import { ListingsRepository } from './persistence/listings.repository.js';
import { RevisionEntity } from './persistence/revision.entity.js';
import { RevisionsRepository } from './persistence/revisions.repository.js';
import { SubmissionEntity } from './persistence/submission.entity.js';
import { SubmissionsRepository } from './persistence/submissions.repository.js';
import { SyncNotesRepository } from './persistence/sync-notes.repository.js';
import { ValidationsRepository } from './persistence/validations.repository.js';
import { PollManifests } from './poll-manifests.js';
import { PublishRevision } from './publish-revision.js';
import { AuthorDrives } from './read/author-drives.js';
import { Catalogue } from './read/catalogue.js';
import { ComplianceEvidence } from './read/compliance-evidence.js';
import { ConformanceHistory } from './read/conformance-history.js';
import { DriveAsOf } from './read/drive-as-of.js';
import { Icons } from './read/icons.js';
import { CommercialChangesRepository } from './persistence/commercial-changes.repository.js';
import { CommercialChanges } from './read/commercial-changes.js';
import { CommercialTerms } from './read/commercial-terms.js';
import { ListingAppeals } from './read/listing-appeals.js';
import { ListedLiveDrives } from './read/live-drives.js';
import { ListedDrives } from './read/listed-drives.js';
import { Prices } from './read/prices.js';
import { Submissions } from './read/submissions.js';
import { Validations } from './read/validations.js';
import { Versions } from './read/versions.js';
import { RecordRun } from './record-run.js';
import { RemoveListing } from './remove-listing.js';
import { RequestSync } from './request-sync.js';
import { SeenDrive } from './seen-drive.js';
import { StoreVerdict } from './store-verdict.js';
import { SubmissionRecords } from './submission-records.js';
import { SubmitManifest } from './submit-manifest.js';
import { SyncManifest } from './sync-manifest.js';
import { UpkeepMails } from './upkeep-mails.js';
import { ValidateManifest } from './validate-manifest.js';
import { ValidateSubmission } from './validate-submission.js';
import { ValidationProgress } from './validation-progress.js';
import { ValidationRecords } from './validation-records.js';
import { ValidatorLimits } from './validator-limits.js';
import { ValidatorThreads } from './validator-threads.js';
import { WatchValidation } from './watch-validation.js';
import { WithdrawEvidence } from './withdraw-evidence.js';
import { WithdrawListingAppeal } from './withdraw-listing-appeal.js';
import { WithdrawSubmission } from './withdraw-submission.js';
import { EndReportShare } from './end-report-share.js';
import { ShareReport } from './share-report.js';
import { PriceExports } from './http/price-exports.js';
import { SharedReportsController } from './http/shared-reports.controller.js';
import { ReportSharesRepository } from './persistence/report-shares.repository.js';
import { SharedReports } from './read/shared-reports.js';
import { ConfirmException } from './confirm-exception.js';
import { EndDrivesOfAuthor } from './end-drives-of-author.js';
import { EndException } from './end-exception.js';
import { SearchListings } from './read/search-listings.js';
import { HoldCase } from './hold-case.js';
import { TakeNextCase } from './take-next-case.js';
import { ReviewCasesController } from './http/review-cases.controller.js';
import { JudgeSubmission } from './judge-submission.js';
import { ReviewsRepository } from './persistence/reviews.repository.js';
import { ProbeManifest } from './probe-manifest.js';
import { ProposeException } from './propose-exception.js';
import { ReviewExceptions } from './read/review-exceptions.js';
import { ReviewHistory } from './read/review-history.js';
import { ReviewStatistics } from './read/review-statistics.js';
import { ClaimedAndObserved } from './read/claimed-and-observed.js';
import { ReviewWorkspace } from './read/review-workspace.js';
import { ReleaseCase } from './release-case.js';
import { ReviewDesk } from './review-desk.js';
import { ReviewGate } from './review-gate.js';
import { FollowSubprocessorsAddress } from './follow-subprocessors-address.js';
import { FollowSubprocessorsAddressProcessor } from './jobs/follow-subprocessors-address.processor.js';
import { WatchSubprocessorsJob } from './jobs/watch-subprocessors.job.js';
import { SubprocessorListsRepository } from './persistence/subprocessor-lists.repository.js';
import { WatchSubprocessors } from './watch-subprocessors.js';
import { SubmissionNotesRepository } from './persistence/submission-notes.repository.js';
import { SubmissionWords } from './read/submission-words.js';
import { WriteSubmissionNotes } from './write-submission-notes.js';
import { RecheckSubmissionProcessor } from './jobs/recheck-submission.processor.js';
import { RechecksRepository } from './persistence/rechecks.repository.js';
import { Rechecks } from './read/rechecks.js';
import { RecheckSubmission } from './recheck-submission.js';
import { RunRecheck } from './run-recheck.js';
import { WithdrawSunset } from './withdraw-sunset.js';
import { SubmissionObjects } from './read/submission-objects.js';
import './gauges.js';

registerEntities(ListingEntity, RevisionEntity, SubmissionEntity);

const SHARED = [
  AppealEnds,
  CheckDrive,
  CommercialChangesRepository,
  CommercialTerms,
  EndingsRepository,
  EvidenceRepository,
  ListingAppealsRepository,
  ListingMailer,
  ReviewMails,
  AppealMails,
  StandingMails,
  UpkeepMails,
  ListingRecords,
  ListingsRepository,
  PublishRevision,
  RecordRun,
  ReviewsRepository,
  RevisionsRepository,
  SubmissionNotesRepository,
  SubmissionRecords,
  SubmissionsRepository,
  ValidationsRepository,
];

/** What other features need of listings, in the HTTP process and in the worker alike. */
@Module({
  imports: [AuthorsCoreModule, IdentityCoreModule, SecretsCoreModule],
  providers: [...SHARED, ChangeCommercialTerms, CommercialChanges, Listings, PriceExports, Prices],
  exports: [
    ...SHARED,
    ChangeCommercialTerms,
    CommercialChanges,
    Listings,
    Prices,
    AuthorsCoreModule,
    IdentityCoreModule,
    SecretsCoreModule,
  ],
})
export class ListingsCoreModule {}

/** Global, because authors asks for `LiveDrives` without knowing who provides it. */
@Global()
@Module({ providers: [{ provide: LiveDrives, useClass: ListedLiveDrives }], exports: [LiveDrives] })
export class LiveDrivesModule {}

@Module({
  imports: [ListingsCoreModule, LiveDrivesModule],
  controllers: [
    AppealsController,
    ReviewAppealsController,
    AuthorDrivesController,
    DriveRecordsController,
    SubmissionsController,
    SharedReportsController,
    ReviewsController,
    ReviewCasesController,
    ValidatorController,
    PublicController,
    CommercialController,
    PricesController,
    EndingsController,
    IconsController,
    EvidenceController,
    ReviewEvidenceController,
  ],
  providers: [
    AddEvidence,
    AnnounceSunset,
    AnswerReview,
    AuthorDrives,
    DecideListingAppeal,
    FileListingAppeal,
    ListingAppeals,
    WithdrawListingAppeal,
    Catalogue,
    ComplianceEvidence,
    SubmissionObjects,
    ChangeListingState,
    ConfirmException,
    ConformanceHistory,
    DecideReview,
    DriveAsOf,
    EndException,
    HoldCase,
    SearchListings,
    TakeNextCase,
    Icons,
    JudgeSubmission,
    ListedDrives,
    ManifestAddress,
    OwnDrive,
    ProposeException,
    ReleaseCase,
    RemoveListing,
    RechecksRepository,
    Rechecks,
    RecheckSubmission,
    RequestSync,
    ReviewDesk,
    ReviewExceptions,
    ReviewGate,
    ReviewHistory,
    ReviewStatistics,
    ClaimedAndObserved,
    ReviewWorkspace,
    SeenDrive,
    Submissions,
    SubmissionWords,
    WriteSubmissionNotes,
    SubmitManifest,
    ValidateManifest,
    ValidationProgress,
    ValidationRecords,
    Validations,
    ValidatorLimits,
    ValidatorThreads,
    Versions,
    WatchValidation,
    WithdrawEvidence,
    WithdrawSubmission,
    ShareReport,
    EndReportShare,
    ReportSharesRepository,
    SharedReports,
    WithdrawSunset,
  ],
  exports: [ListingsCoreModule],
})
export class ListingsModule {}

/** Global, because authors asks for `ManifestProbe` without knowing who provides it. */
@Global()
@Module({
  imports: [ListingsCoreModule],
  providers: [ValidatorLimits, { provide: ManifestProbe, useClass: ProbeManifest }],
  exports: [ManifestProbe],
})
export class ManifestProbeModule {}

@Module({
  imports: [ListingsCoreModule, ManifestProbeModule],
  providers: [
    AnnounceSunset,
    AuthorLeavingProcessor,
    AuthorStaysProcessor,
    CheckProgress,
    CountPopularity,
    CountPopularityJob,
    EndDrivesOfAuthor,
    FetchIcon,
    FetchIconProcessor,
    FollowAfterExceptionProcessor,
    FollowAfterSubmissionProcessor,
    FollowAfterSuspensionProcessor,
    FollowEvidence,
    FollowEvidenceJob,
    FollowManifest,
    FollowSunsets,
    FollowSunsetsJob,
    ForgetValidations,
    ForgetValidationsJob,
    MailDueEvidence,
    MailDueEvidenceProcessor,
    MergeCatalogue,
    MergeCatalogueJob,
    OpenUpdateReview,
    PassingHolds,
    PollManifests,
    RechecksRepository,
    RecheckSubmissionProcessor,
    RunRecheck,
    StoreVerdict,
    SyncManifest,
    SyncNotesRepository,
    ValidateSubmission,
    ValidateSubmissionProcessor,
    SyncManifestProcessor,
    SyncManifestsJob,
    TryHeldAgain,
    FollowSubprocessorsAddress,
    FollowSubprocessorsAddressProcessor,
    SubprocessorListsRepository,
    WatchSubprocessors,
    WatchSubprocessorsJob,
    WithdrawSunset,
  ],
  exports: [ListingsCoreModule],
})
export class ListingsWorkerModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { SecretsCoreModule } from '@portal/secrets';
import { AddEvidence } from './evidence/add-evidence.js';
import { AnnounceDeprecation } from './retirement/announce-deprecation.js';
import { AnswerReview } from './review/answer-review.js';
import { AppealMails } from './appeals/appeal-mails.js';
import { ChangeListingState } from './listing/change-listing-state.js';
import { CheckProgress } from './submissions/check-progress.js';
import { CountPopularity } from './catalogue/count-popularity.js';
import { DecideReview } from './review/decide-review.js';
import { GrantListingAppeal } from './appeals/grant-listing-appeal.js';
import { DecideListingAppeal } from './appeals/decide-listing-appeal.js';
import { FetchIcon } from './catalogue/fetch-icon.js';
import { FileListingAppeal } from './appeals/file-listing-appeal.js';
import { NotifyDueEvidence } from './evidence/notify-due-evidence.js';
import { ApplyManifest } from './sync/apply-manifest.js';
import { AdvanceDeprecations } from './retirement/advance-deprecations.js';
import { AppealsController, ReviewAppealsController } from './appeals/appeals.controller.js';
import { AuthorDrivesController } from './listing/author-drives.controller.js';
import { RetirementController } from './retirement/retirement.controller.js';
import { EvidenceController, ReviewEvidenceController } from './evidence/evidence.controller.js';
import { IconsController } from './catalogue/icons.controller.js';
import { PublicController } from './catalogue/public.controller.js';
import { ReviewsController } from './review/http/reviews.controller.js';
import { SubmissionsController } from './submissions/submissions.controller.js';
import { AuthorOffboardingAnnouncedProcessor } from './retirement/author-offboarding-announced.processor.js';
import { AuthorOffboardingWithdrawnProcessor } from './retirement/author-offboarding-withdrawn.processor.js';
import { CountPopularityJob } from './catalogue/count-popularity.job.js';
import {
  RetrySyncAfterExceptionProcessor,
  RetrySyncAfterSubmissionProcessor,
  RetrySyncAfterSuspensionProcessor,
} from './sync/retry-deferred-sync.processors.js';
import { SyncDeferrals } from './review/sync-deferrals.js';
import { ReviewMails } from './review/review-mails.js';
import { ListingStatusMails } from './listing/listing-status-mails.js';
import { RetryDeferredSync } from './sync/retry-deferred-sync.js';
import { FetchIconProcessor } from './catalogue/fetch-icon.processor.js';
import { NotifyDueEvidenceJob } from './evidence/notify-due-evidence.job.js';
import { AdvanceDeprecationsJob } from './retirement/advance-deprecations.job.js';
import { MailDueEvidenceProcessor } from './evidence/mail-due-evidence.processor.js';
import { MailDueEvidence } from './evidence/mail-due-evidence.js';
import { MergeCatalogueJob } from './catalogue/merge-catalogue.job.js';
import { SyncManifestProcessor } from './sync/sync-manifest.processor.js';
import { SyncManifestsJob } from './sync/sync-manifests.job.js';
import { ValidateSubmissionProcessor } from './submissions/validate-submission.processor.js';
import { MergeCatalogue } from './catalogue/merge-catalogue.js';
import { OpenUpdateReview } from './review/open-update-review.js';
import { RetirementRepository } from './retirement/retirement.repository.js';
import { EvidenceRepository } from './evidence/evidence.repository.js';
import { SubmissionEntity } from './submissions/submission.entity.js';
import { SubmissionsRepository } from './submissions/submissions.repository.js';
import { SyncNotesRepository } from './sync/sync-notes.repository.js';
import { CompareManifest } from './sync/compare-manifest.js';
import { PollManifests } from './sync/poll-manifests.js';
import { PublishRevision } from './listing/publish-revision.js';
import { Catalogue } from './catalogue/catalogue.js';
import { ComplianceEvidence } from './evidence/compliance-evidence.js';
import { Icons } from './catalogue/icons.js';
import { ConformanceHttpModule, ConformanceModule, ManifestProbeModule } from './conformance/conformance.module.js';
import { AppealsModule } from './appeals/appeals.module.js';
import { ListingHttpModule, LiveDrivesModule } from './listing/listing-http.module.js';
import { ListingModule } from './listing/listing.module.js';
import { PricingHttpModule, PricingModule } from './pricing/pricing.module.js';
import { Submissions } from './submissions/submissions.js';
import { RemoveListing } from './listing/remove-listing.js';
import { RequestSync } from './sync/request-sync.js';
import { StoreVerdict } from './submissions/store-verdict.js';
import { SubmissionTransitions } from './submissions/submission-transitions.js';
import { SubmitManifest } from './submissions/submit-manifest.js';
import { SyncManifest } from './sync/sync-manifest.js';
import { UpkeepMails } from './listing/upkeep-mails.js';
import { ValidateSubmission } from './submissions/validate-submission.js';
import { ValidatorHttpModule, ValidatorModule, ValidatorWorkerModule } from './validator/validator.module.js';
import { WithdrawEvidence } from './evidence/withdraw-evidence.js';
import { WithdrawListingAppeal } from './appeals/withdraw-listing-appeal.js';
import { WithdrawSubmission } from './submissions/withdraw-submission.js';
import { RevokeReportLink } from './submissions/revoke-report-link.js';
import { CreateReportLink } from './submissions/create-report-link.js';
import { SharedReportsController } from './submissions/linked-reports.controller.js';
import { ReportLinksRepository } from './submissions/report-links.repository.js';
import { LinkedReports } from './submissions/linked-reports.js';
import { ConfirmException } from './review/confirm-exception.js';
import { EndDrivesOfAuthor } from './retirement/end-drives-of-author.js';
import { EndException } from './review/end-exception.js';
import { SearchListings } from './catalogue/search-listings.js';
import { ClaimReview } from './review/claim-review.js';
import { ClaimNextReview } from './review/claim-next-review.js';
import { ReviewCasesController } from './review/http/review-cases.controller.js';
import { JudgeSubmission } from './review/judge-submission.js';
import { ReviewsRepository } from './review/reviews.repository.js';
import { ProposeException } from './review/propose-exception.js';
import { ReviewExceptions } from './review/read/review-exceptions.js';
import { ReviewHistory } from './review/read/review-history.js';
import { ReviewStatistics } from './review/read/review-statistics.js';
import { ClaimedAndObserved } from './review/read/claimed-and-observed.js';
import { ReviewWorkspace } from './review/read/review-workspace.js';
import { ReleaseReview } from './review/release-review.js';
import { ReviewClaims } from './review/review-claims.js';
import { ReviewGate } from './review/review-gate.js';
import { SyncSubprocessorsAddress } from './evidence/sync-subprocessors-address.js';
import { SyncSubprocessorsAddressProcessor } from './evidence/sync-subprocessors-address.processor.js';
import { WatchSubprocessorsJob } from './evidence/watch-subprocessors.job.js';
import { SubprocessorListsRepository } from './evidence/subprocessor-lists.repository.js';
import { ReadSubprocessorList } from './evidence/read-subprocessor-list.js';
import { SubprocessorFindings } from './evidence/subprocessor-findings.js';
import { WatchSubprocessors } from './evidence/watch-subprocessors.js';
import { SubmissionNotesRepository } from './submissions/submission-notes.repository.js';
import { SubmissionWords } from './submissions/submission-words.js';
import { WriteSubmissionNotes } from './submissions/write-submission-notes.js';
import { RecheckSubmissionProcessor } from './rechecks/recheck-submission.processor.js';
import { RechecksRepository } from './rechecks/rechecks.repository.js';
import { Rechecks } from './rechecks/rechecks.js';
import { RecheckSubmission } from './rechecks/recheck-submission.js';
import { RunRecheck } from './rechecks/run-recheck.js';
import { WithdrawDeprecation } from './retirement/withdraw-deprecation.js';
import { SubmissionObjects } from './submissions/submission-objects.js';
import './gauges.js';

const SHARED = [
  RetirementRepository,
  EvidenceRepository,
  ReviewMails,
  AppealMails,
  ListingStatusMails,
  UpkeepMails,
  PublishRevision,
  ReviewsRepository,
  SubmissionNotesRepository,
  SubmissionTransitions,
  SubmissionsRepository,
];

/** What other features need of listings, in the HTTP process and in the worker alike. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SubmissionEntity]),
    AuthorsCoreModule,
    IdentityCoreModule,
    SecretsCoreModule,
    PricingModule,
    ListingModule,
    AppealsModule,
    ConformanceModule,
  ],
  providers: SHARED,
  exports: [
    ...SHARED,
    AuthorsCoreModule,
    IdentityCoreModule,
    SecretsCoreModule,
    PricingModule,
    ListingModule,
    AppealsModule,
    ConformanceModule,
  ],
})
export class ListingsCoreModule {}

@Module({
  imports: [
    ListingsCoreModule,
    ConformanceHttpModule,
    ListingHttpModule,
    LiveDrivesModule,
    PricingHttpModule,
    ValidatorModule,
    ValidatorHttpModule,
  ],
  controllers: [
    AppealsController,
    ReviewAppealsController,
    AuthorDrivesController,
    SubmissionsController,
    SharedReportsController,
    ReviewsController,
    ReviewCasesController,
    PublicController,
    RetirementController,
    IconsController,
    EvidenceController,
    ReviewEvidenceController,
  ],
  providers: [
    AddEvidence,
    AnnounceDeprecation,
    AnswerReview,
    DecideListingAppeal,
    GrantListingAppeal,
    FileListingAppeal,
    WithdrawListingAppeal,
    Catalogue,
    ComplianceEvidence,
    SubmissionObjects,
    ChangeListingState,
    ConfirmException,
    DecideReview,
    EndException,
    ClaimReview,
    SearchListings,
    ClaimNextReview,
    Icons,
    JudgeSubmission,
    ProposeException,
    ReleaseReview,
    RemoveListing,
    RechecksRepository,
    Rechecks,
    RecheckSubmission,
    RequestSync,
    ReviewClaims,
    ReviewExceptions,
    ReviewGate,
    ReviewHistory,
    ReviewStatistics,
    ClaimedAndObserved,
    ReviewWorkspace,
    Submissions,
    SubmissionWords,
    WriteSubmissionNotes,
    SubmitManifest,
    WithdrawEvidence,
    WithdrawSubmission,
    CreateReportLink,
    RevokeReportLink,
    ReportLinksRepository,
    LinkedReports,
    WithdrawDeprecation,
  ],
  exports: [ListingsCoreModule],
})
export class ListingsModule {}

@Module({
  imports: [ListingsCoreModule, ManifestProbeModule, ValidatorWorkerModule],
  providers: [
    AnnounceDeprecation,
    AuthorOffboardingAnnouncedProcessor,
    AuthorOffboardingWithdrawnProcessor,
    CheckProgress,
    CountPopularity,
    CountPopularityJob,
    EndDrivesOfAuthor,
    FetchIcon,
    FetchIconProcessor,
    RetrySyncAfterExceptionProcessor,
    RetrySyncAfterSubmissionProcessor,
    RetrySyncAfterSuspensionProcessor,
    NotifyDueEvidence,
    NotifyDueEvidenceJob,
    ApplyManifest,
    AdvanceDeprecations,
    AdvanceDeprecationsJob,
    MailDueEvidence,
    MailDueEvidenceProcessor,
    MergeCatalogue,
    MergeCatalogueJob,
    OpenUpdateReview,
    SyncDeferrals,
    CompareManifest,
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
    RetryDeferredSync,
    SyncSubprocessorsAddress,
    SyncSubprocessorsAddressProcessor,
    SubprocessorListsRepository,
    ReadSubprocessorList,
    SubprocessorFindings,
    WatchSubprocessors,
    WatchSubprocessorsJob,
    WithdrawDeprecation,
  ],
  exports: [ListingsCoreModule],
})
export class ListingsWorkerModule {}

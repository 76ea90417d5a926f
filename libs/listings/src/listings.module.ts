import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { IdentityCoreModule } from '@portal/identity';
import { SecretsCoreModule } from '@portal/secrets';
import { AddEvidence } from './evidence/add-evidence.js';
import { AnnounceDeprecation } from './retirement/announce-deprecation.js';
import { AppealMails } from './appeals/appeal-mails.js';
import { ChangeListingState } from './listing/change-listing-state.js';
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
import { MergeCatalogue } from './catalogue/merge-catalogue.js';
import { OpenUpdateReview } from './review/open-update-review.js';
import { RetirementRepository } from './retirement/retirement.repository.js';
import { EvidenceRepository } from './evidence/evidence.repository.js';
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
import { SubmissionsHttpModule, SubmissionsModule, SubmissionsWorkerModule } from './submissions/submissions.module.js';
import { ListingModule } from './listing/listing.module.js';
import { PricingHttpModule, PricingModule } from './pricing/pricing.module.js';
import { RemoveListing } from './listing/remove-listing.js';
import { RequestSync } from './sync/request-sync.js';
import { SyncManifest } from './sync/sync-manifest.js';
import { UpkeepMails } from './listing/upkeep-mails.js';
import { ValidatorHttpModule, ValidatorModule, ValidatorWorkerModule } from './validator/validator.module.js';
import { WithdrawEvidence } from './evidence/withdraw-evidence.js';
import { WithdrawListingAppeal } from './appeals/withdraw-listing-appeal.js';
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
import { ReviewQueue } from './review/read/review-queue.js';
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
import { RecheckSubmissionProcessor } from './rechecks/recheck-submission.processor.js';
import { RechecksRepository } from './rechecks/rechecks.repository.js';
import { Rechecks } from './rechecks/rechecks.js';
import { RecheckSubmission } from './rechecks/recheck-submission.js';
import { RunRecheck } from './rechecks/run-recheck.js';
import { WithdrawDeprecation } from './retirement/withdraw-deprecation.js';
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
];

/** What other features need of listings, in the HTTP process and in the worker alike. */
@Module({
  imports: [
    AuthorsCoreModule,
    IdentityCoreModule,
    SecretsCoreModule,
    PricingModule,
    ListingModule,
    AppealsModule,
    SubmissionsModule,
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
    SubmissionsModule,
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
    SubmissionsHttpModule,
    PricingHttpModule,
    ValidatorModule,
    ValidatorHttpModule,
  ],
  controllers: [
    AppealsController,
    ReviewAppealsController,
    AuthorDrivesController,
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
    DecideListingAppeal,
    GrantListingAppeal,
    FileListingAppeal,
    WithdrawListingAppeal,
    Catalogue,
    ComplianceEvidence,
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
    ReviewQueue,
    ReviewStatistics,
    ClaimedAndObserved,
    ReviewWorkspace,
    WithdrawEvidence,
    WithdrawDeprecation,
  ],
  exports: [ListingsCoreModule],
})
export class ListingsModule {}

@Module({
  imports: [ListingsCoreModule, ManifestProbeModule, SubmissionsWorkerModule, ValidatorWorkerModule],
  providers: [
    AnnounceDeprecation,
    AuthorOffboardingAnnouncedProcessor,
    AuthorOffboardingWithdrawnProcessor,
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
    SyncManifest,
    SyncNotesRepository,
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

import { Module } from '@nestjs/common';
import { ClaimsModule } from '@portal/approvals';
import { AuthorsCoreModule } from '@portal/authors';
import { ListingAppealsModule } from '../appeals/appeals.module.js';
import { ConformanceModule } from '../conformance/conformance.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { PricingModule } from '../pricing/pricing.module.js';
import { RecheckSubmission } from '../rechecks/recheck-submission.js';
import { RechecksModule } from '../rechecks/rechecks.module.js';
import { SubmissionsHttpModule, SubmissionsModule } from '../submissions/submissions.module.js';
import { ApproveRevision } from './approve-revision.js';
import { DecideReview } from './decide-review.js';
import { AuthorObservedController, ReviewCasesController, ReviewsController } from './http/review.controllers.js';
import { ReviewHome } from './home/read/review-home.js';
import { ReviewHomeController } from './home/review-home.controller.js';
import { JudgeSubmission } from './judge-submission.js';
import { PublishRevision } from './publish-revision.js';
import { CaseEvidence } from './read/case-evidence.js';
import { ClaimedAndObserved } from './read/claimed-and-observed.js';
import { ReviewExceptions } from './read/review-exceptions.js';
import { ReviewHistory } from './read/review-history.js';
import { ReviewQueue } from './read/review-queue.js';
import { ReviewStatistics } from './read/review-statistics.js';
import { ReviewWorkspace } from './read/review-workspace.js';
import { RecordDecision } from './record-decision.js';
import { ReviewCases } from './review-cases.js';
import { ReviewGate } from './review-gate.js';
import { ReviewMails } from './review-mails.js';
import { ReviewsRepository } from './reviews.repository.js';
import { RevisionPrices } from './revision-prices.js';

const SHARED = [PublishRevision, ReviewMails, ReviewsRepository, RevisionPrices];

/** Reviews as rows, mail about them, and putting a revision live. */
@Module({
  imports: [PricingModule, ListingModule, ConformanceModule, ListingAppealsModule],
  providers: SHARED,
  exports: SHARED,
})
export class ReviewModule {}

/** Reviewers take cases, judge and decide them. */
@Module({
  imports: [
    ClaimsModule,
    AuthorsCoreModule,
    PricingModule,
    ListingModule,
    SubmissionsModule,
    SubmissionsHttpModule,
    EvidenceModule,
    RechecksModule,
    ReviewModule,
  ],
  controllers: [AuthorObservedController, ReviewCasesController, ReviewHomeController, ReviewsController],
  providers: [
    ApproveRevision,
    CaseEvidence,
    ClaimedAndObserved,
    DecideReview,
    JudgeSubmission,
    RecheckSubmission,
    RecordDecision,
    ReviewCases,
    ReviewExceptions,
    ReviewGate,
    ReviewHistory,
    ReviewHome,
    ReviewQueue,
    ReviewStatistics,
    ReviewWorkspace,
  ],
  exports: [ClaimsModule, ReviewCases, ReviewExceptions, ReviewStatistics, ReviewWorkspace],
})
export class ReviewHttpModule {}

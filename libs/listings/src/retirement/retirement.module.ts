import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { AuthorOffboardingAnnounced, AuthorOffboardingWithdrawn, AuthorsCoreModule } from '@portal/authors';
import { eventProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { ListingAppealsModule } from '../appeals/appeals.module.js';
import { ListingHttpModule } from '../listing/listing-http.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { AdvanceDeprecations } from './advance-deprecations.js';
import { AnnounceDeprecation } from './announce-deprecation.js';
import { AuthorDeprecationsController, RetirementController } from './retirement.controllers.js';
import { ChangeListingState } from './change-listing-state.js';
import { EndDrivesOfAuthor } from './end-drives-of-author.js';
import { ListingStatusMails } from './listing-status-mails.js';
import { ProposeRemoval } from './propose-removal.js';
import { RemovalKind } from './removal.js';
import { RetirementRepository } from './retirement.repository.js';
import { WithdrawDeprecation } from './withdraw-deprecation.js';

/** Announcing the end of a Drive and withdrawing it. */
@Module({
  imports: [AuthorsCoreModule, ListingModule, ListingAppealsModule],
  providers: [AnnounceDeprecation, ListingStatusMails, RetirementRepository, WithdrawDeprecation],
  exports: [AnnounceDeprecation, ListingStatusMails, RetirementRepository, WithdrawDeprecation],
})
class RetirementModule {}

/** How people pause, end and remove Drives. */
@Module({
  imports: [ApprovalsModule, ListingModule, ListingHttpModule, RetirementModule],
  controllers: [AuthorDeprecationsController, RetirementController],
  providers: [ChangeListingState, ProposeRemoval, ...approvalKind(RemovalKind)],
})
export class RetirementHttpModule {}

/** Carries out announced ends, of Drives and of authors' accounts. */
@Module({
  imports: [AuthorsCoreModule, ListingModule, RetirementModule],
  providers: [
    AdvanceDeprecations,
    scheduledJob('listings.advance-deprecations', AdvanceDeprecations),
    EndDrivesOfAuthor,
    eventProcessor(
      AuthorOffboardingAnnounced,
      'listings.end-drives-of-author',
      EndDrivesOfAuthor,
      (drives, { org_id }) => drives.follow(org_id),
    ),
    eventProcessor(
      AuthorOffboardingWithdrawn,
      'listings.keep-drives-of-author',
      EndDrivesOfAuthor,
      (drives, { org_id }) => drives.follow(org_id),
    ),
  ],
})
export class RetirementWorkerModule {}

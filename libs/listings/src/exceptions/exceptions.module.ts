import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { ListingModule } from '../listing/listing.module.js';
import { ReviewHttpModule, ReviewModule } from '../review/review.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { EndException } from './end-exception.js';
import { ProposeException } from './propose-exception.js';
import { ReviewExceptionKind } from './review-exception.js';
import { ReviewExceptionsController } from './review-exceptions.controller.js';

/** Two reviewers waive a check of a Drive until a day. */
@Module({
  imports: [ApprovalsModule, ListingModule, SubmissionsModule, ReviewModule, ReviewHttpModule],
  controllers: [ReviewExceptionsController],
  providers: [EndException, ProposeException, ...approvalKind(ReviewExceptionKind)],
})
export class ExceptionsHttpModule {}

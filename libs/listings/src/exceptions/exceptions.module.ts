import { Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.js';
import { ReviewHttpModule, ReviewModule } from '../review/review.module.js';
import { ConfirmException } from './confirm-exception.js';
import { EndException } from './end-exception.js';
import { ProposeException } from './propose-exception.js';
import { ReviewCasesController } from './review-cases.controller.js';

/** Two reviewers waive a check of a Drive until a day. */
@Module({
  imports: [ListingModule, ReviewModule, ReviewHttpModule],
  controllers: [ReviewCasesController],
  providers: [ConfirmException, EndException, ProposeException],
})
export class ExceptionsHttpModule {}

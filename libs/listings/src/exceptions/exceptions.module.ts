import { Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.js';
import { ReviewHttpModule, ReviewModule } from '../review/review.module.js';
import { ProposeException } from './propose-exception.js';
import { ReviewExceptionsController } from './review-exceptions.controller.js';
import { ReviewExceptionsService } from './review-exceptions.service.js';

/** Two reviewers waive a check of a Drive until a day. */
@Module({
  imports: [ListingModule, ReviewModule, ReviewHttpModule],
  controllers: [ReviewExceptionsController],
  providers: [ProposeException, ReviewExceptionsService],
})
export class ExceptionsHttpModule {}

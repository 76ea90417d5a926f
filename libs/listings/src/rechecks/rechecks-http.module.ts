import { Module } from '@nestjs/common';
import { ReviewHttpModule } from '../review/review.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { RecheckSubmission } from './recheck-submission.js';
import { RechecksModule } from './rechecks.module.js';
import { RechecksController } from './rechecks.controller.js';

/** A reviewer has the checks of a case run again. */
@Module({
  imports: [SubmissionsModule, RechecksModule, ReviewHttpModule],
  controllers: [RechecksController],
  providers: [RecheckSubmission],
})
export class RechecksHttpModule {}

import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { ListingHttpModule } from '../listing/listing-http.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { SubmissionsHttpModule, SubmissionsModule } from '../submissions/submissions.module.js';
import { AppealsController, ReviewAppealsController } from './appeals.controller.js';
import { ListingAppealsModule } from './appeals.module.js';
import { DecideListingAppeal } from './decide-listing-appeal.js';
import { FileListingAppeal } from './file-listing-appeal.js';
import { GrantListingAppeal } from './grant-listing-appeal.js';
import { WithdrawListingAppeal } from './withdraw-listing-appeal.js';

/** Authors appeal, and reviewers decide. */
@Module({
  imports: [
    AuthorsCoreModule,
    ListingModule,
    ListingHttpModule,
    ListingAppealsModule,
    SubmissionsModule,
    SubmissionsHttpModule,
  ],
  controllers: [AppealsController, ReviewAppealsController],
  providers: [DecideListingAppeal, FileListingAppeal, GrantListingAppeal, WithdrawListingAppeal],
})
export class ListingAppealsHttpModule {}

import { Module } from '@nestjs/common';
import { AppealRecords } from './appeal-records.js';
import { ListingAppeals } from './listing-appeals.js';
import { ListingAppealsRepository } from './listing-appeals.repository.js';

/** Appeals as rows, what belongs to their filing and their end, and what is seen of them. */
@Module({
  providers: [AppealRecords, ListingAppeals, ListingAppealsRepository],
  exports: [AppealRecords, ListingAppeals, ListingAppealsRepository],
})
export class AppealsModule {}

import { Module } from '@nestjs/common';
import { AppealRecords } from './appeal-records.js';
import { ListingAppeals } from './listing-appeals.js';
import { ListingAppealsRepository } from './listing-appeals.repository.js';

/** Appeals as rows, the records of their filing and end, and their views. */
@Module({
  providers: [AppealRecords, ListingAppeals, ListingAppealsRepository],
  exports: [AppealRecords, ListingAppeals, ListingAppealsRepository],
})
export class ListingAppealsModule {}

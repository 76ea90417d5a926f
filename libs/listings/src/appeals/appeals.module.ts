import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ListingAppealEntity } from './appeal.entity.js';
import { AppealRecords } from './appeal-records.js';
import { ListingAppeals } from './listing-appeals.js';
import { ListingAppealsRepository } from './listing-appeals.repository.js';

/** Appeals as rows, the records of their filing and end, and their views. */
@Module({
  imports: [TypeOrmModule.forFeature([ListingAppealEntity])],
  providers: [AppealRecords, ListingAppeals, ListingAppealsRepository],
  exports: [AppealRecords, ListingAppeals, ListingAppealsRepository],
})
export class ListingAppealsModule {}

import { Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { ReportConcernController, ReviewConcernsController } from './concerns.controllers.js';
import { ConcernsRepository } from './concerns.repository.js';
import { ConcernsService } from './concerns.service.js';
import { ConcernReads } from './read/concern-reads.js';

/** Concerns about listed Drives, from anybody to reviewers. */
@Module({
  imports: [ListingModule, SubmissionsModule],
  controllers: [ReportConcernController, ReviewConcernsController],
  providers: [ConcernReads, ConcernsRepository, ConcernsService],
})
export class ConcernsHttpModule {}

import { Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { ReportConcernController, ReviewConcernsController } from './concerns.controllers.js';
import { ConcernsService } from './concerns.service.js';
import { ConcernReads } from './read/concern-reads.js';

/** What others report about listed Drives. */
@Module({
  imports: [ListingModule, SubmissionsModule],
  controllers: [ReportConcernController, ReviewConcernsController],
  providers: [ConcernReads, ConcernsService],
})
export class ConcernsHttpModule {}

import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { ListingModule } from '../listing/listing.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import {
  DriveContentController,
  PicturesController,
  ReadContentController,
  ReviewContentController,
} from './content.controllers.js';
import { ContentService } from './content.service.js';
import { ContentsRepository } from './contents.repository.js';
import { StorePicture } from './store-picture.js';
import { ContentReads } from './read/content-reads.js';

/** What authors write about Drives beside the manifest: reviewed, then public. */
@Module({
  imports: [AuthorsCoreModule, ListingModule, SubmissionsModule],
  controllers: [DriveContentController, ReadContentController, ReviewContentController, PicturesController],
  providers: [ContentReads, ContentService, ContentsRepository, StorePicture],
})
export class ContentHttpModule {}

import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { ConformanceHttpModule } from '../conformance/conformance.module.js';
import { ListingModule } from '../listing/listing.module.js';
import { PricingModule } from '../pricing/pricing.module.js';
import { ReviewHttpModule } from '../review/review.module.js';
import { Catalogue } from './catalogue.js';
import { CountPopularity } from './count-popularity.js';
import { FetchIcon } from './icon/fetch-icon.js';
import { ICON_PROCESSORS } from './icon/fetch-icon.processors.js';
import { IconsController } from './icon/icons.controller.js';
import { PublicController } from './public.controller.js';
import { RetiringEntry } from './retiring-entry.js';
import { SEARCH_LISTINGS } from './search-listings.js';

/** The catalogue as everybody sees it. */
@Module({
  imports: [PricingModule, ConformanceHttpModule, ReviewHttpModule],
  controllers: [IconsController, PublicController],
  providers: [Catalogue, RetiringEntry, ...SEARCH_LISTINGS],
  exports: [Catalogue],
})
export class CatalogueHttpModule {}

/** Icons and numbers of installs. */
@Module({
  imports: [ListingModule],
  providers: [
    CountPopularity,
    scheduledJob('listings.count-popularity', CountPopularity),
    FetchIcon,
    ...ICON_PROCESSORS,
  ],
})
export class CatalogueWorkerModule {}

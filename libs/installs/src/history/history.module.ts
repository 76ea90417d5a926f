import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { CatalogueHttpModule, ListingsCoreModule } from '@portal/listings';
import { scheduledJob } from '@portal/platform/jobs';
import { InstallHttpModule } from '../install/install.module.js';
import { AuthorHistoryController, OperatorHistoryController } from './http/history.controller.js';
import { BadgeController } from './http/badge.controller.js';
import { HistoryQueries } from './read/history-queries.js';
import { PluginEvidence } from './read/plugin-evidence.js';
import { RollUpHistory } from './roll-up-history.js';

/** How Drives answered and what they reported, for operators, authors and the public. */
@Module({
  imports: [AuthorsCoreModule, CatalogueHttpModule, ListingsCoreModule, InstallHttpModule],
  controllers: [AuthorHistoryController, BadgeController, OperatorHistoryController],
  providers: [HistoryQueries, PluginEvidence],
})
export class HistoryHttpModule {}

/** Down-sampling. */
@Module({
  providers: [RollUpHistory, scheduledJob('installs.roll-up-history', RollUpHistory)],
})
export class HistoryWorkerModule {}

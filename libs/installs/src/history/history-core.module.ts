import { Module } from '@nestjs/common';
import { HistoryPointsRepository } from './history-points.repository.js';

/** What polls brought, for whoever reads installs. */
@Module({
  providers: [HistoryPointsRepository],
  exports: [HistoryPointsRepository],
})
export class HistoryCoreModule {}

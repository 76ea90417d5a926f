import { Module } from '@nestjs/common';
import { HistoryPointsRepository } from './history-points.repository.js';

/** Results of polls, for code that reads installs. */
@Module({
  providers: [HistoryPointsRepository],
  exports: [HistoryPointsRepository],
})
export class HistoryCoreModule {}

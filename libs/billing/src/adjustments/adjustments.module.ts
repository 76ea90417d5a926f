import { Module } from '@nestjs/common';
import { CollectionModule } from '../collection/collection.module.js';
import { AdjustmentsRepository } from './adjustments.repository.js';
import { FindPaid } from './find-paid.js';

/** What refunds, credit notes and disputes share: which line gave what, and the payment that is concerned. */
@Module({
  imports: [CollectionModule],
  providers: [AdjustmentsRepository, FindPaid],
  exports: [AdjustmentsRepository, FindPaid],
})
export class AdjustmentsModule {}

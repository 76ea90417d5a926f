import { Module } from '@nestjs/common';
import { CollectionModule } from '../collection/collection.module.js';
import { AdjustmentsRepository } from './adjustments.repository.js';
import { FindPaid } from './find-paid.js';

/** Shared by refunds, credit notes and disputes: amounts per line, and the payment concerned. */
@Module({
  imports: [CollectionModule],
  providers: [AdjustmentsRepository, FindPaid],
  exports: [AdjustmentsRepository, FindPaid],
})
export class AdjustmentsModule {}

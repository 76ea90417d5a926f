import { Module } from '@nestjs/common';
import {
  AuthorBillingSummariesController,
  FinanceBillingSummariesController,
  OperatorBillingSummariesController,
} from './billing-summaries.controllers.js';
import { BillingSummaries } from './billing-summaries.js';

/** What plugins say that they bill, as operators, authors and finance see it. */
@Module({
  controllers: [
    AuthorBillingSummariesController,
    FinanceBillingSummariesController,
    OperatorBillingSummariesController,
  ],
  providers: [BillingSummaries],
})
export class BillingSummariesHttpModule {}

import { Module } from '@nestjs/common';
import {
  AuthorBillingSummariesController,
  FinanceBillingSummariesController,
  OperatorBillingSummariesController,
} from './billing-summaries.controllers.js';
import { BillingSummaries } from './billing-summaries.js';

/** Amounts that plugins report to bill, for operators, authors and finance. */
@Module({
  controllers: [
    AuthorBillingSummariesController,
    FinanceBillingSummariesController,
    OperatorBillingSummariesController,
  ],
  providers: [BillingSummaries],
})
export class BillingSummariesHttpModule {}

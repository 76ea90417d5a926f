import { AnswerDispute } from './answer-dispute.js';
import { DisputeMails } from './dispute-mails.js';
import { FindPaid } from './find-paid.js';
import { FollowDispute } from './follow-dispute.js';
import { FollowRefund } from './follow-refund.js';
import { IssueCreditNote } from './issue-credit-note.js';
import { IssueRefund } from './issue-refund.js';
import { FinanceAdjustmentsController } from './http/finance-adjustments.controller.js';
import { OperatorAdjustmentsController } from './http/operator-adjustments.controller.js';
import { FollowAdjustmentProcessor } from './jobs/follow-adjustment.processor.js';
import { RedriveRefundsJob } from './jobs/redrive-refunds.job.js';
import { ReverseTaxProcessor } from './jobs/reverse-tax.processor.js';
import { SendRefundProcessor } from './jobs/send-refund.processor.js';
import { AdjustmentsRepository } from './persistence/adjustments.repository.js';
import { CreditNotesRepository } from './persistence/credit-notes.repository.js';
import { DisputesRepository } from './persistence/disputes.repository.js';
import { RefundsRepository } from './persistence/refunds.repository.js';
import { TaxReversalsRepository } from './persistence/tax-reversals.repository.js';
import { AdjustmentLines } from './read/adjustment-lines.js';
import { CreditNotes } from './read/credit-notes.js';
import { Disputes } from './read/disputes.js';
import { InvoiceAdjustments } from './read/invoice-adjustments.js';
import { PreviewRefund } from './read/preview-refund.js';
import { Refunds } from './read/refunds.js';
import { RecordDispute } from './record-dispute.js';
import { RecordRefund } from './record-refund.js';
import { RedriveRefunds } from './redrive-refunds.js';
import { ReturnSurplus } from './return-surplus.js';
import { ReverseTax } from './reverse-tax.js';
import { SendRefund } from './send-refund.js';

/** Refunds, credit notes and disputes: what both processes use. */
export const ADJUSTMENT_PROVIDERS = [
  AdjustmentsRepository,
  CreditNotesRepository,
  DisputesRepository,
  RefundsRepository,
  TaxReversalsRepository,
  AdjustmentLines,
  CreditNotes,
  Disputes,
  InvoiceAdjustments,
  PreviewRefund,
  Refunds,
  AnswerDispute,
  DisputeMails,
  FindPaid,
  FollowDispute,
  FollowRefund,
  IssueCreditNote,
  IssueRefund,
  RecordDispute,
  RecordRefund,
  RedriveRefunds,
  ReturnSurplus,
  ReverseTax,
  SendRefund,
];

/** What the worker does about them. */
export const ADJUSTMENT_JOBS = [FollowAdjustmentProcessor, RedriveRefundsJob, ReverseTaxProcessor, SendRefundProcessor];

/** Their routes. */
export const ADJUSTMENT_CONTROLLERS = [FinanceAdjustmentsController, OperatorAdjustmentsController];

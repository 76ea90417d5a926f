import { AnswerDispute } from '../disputes/answer-dispute.js';
import { DisputeMails } from '../disputes/dispute-mails.js';
import { FindPaid } from '../collection/find-paid.js';
import { FollowDispute } from '../disputes/follow-dispute.js';
import { FollowRefund } from './follow-refund.js';
import { IssueCreditNote } from './issue-credit-note.js';
import { IssueRefund } from './issue-refund.js';
import { FinanceAdjustmentsController } from './finance-adjustments.controller.js';
import { OperatorAdjustmentsController } from './operator-adjustments.controller.js';
import { FollowAdjustmentProcessor } from './follow-adjustment.processor.js';
import { RedriveRefundsJob } from './redrive-refunds.job.js';
import { ReverseTaxProcessor } from '../tax/reverse-tax.processor.js';
import { SendRefundProcessor } from './send-refund.processor.js';
import { AdjustmentsRepository } from './adjustments.repository.js';
import { CreditNotesRepository } from './credit-notes.repository.js';
import { DisputesRepository } from '../disputes/disputes.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { TaxReversalsRepository } from '../tax/tax-reversals.repository.js';
import { AdjustmentLines } from './read/adjustment-lines.js';
import { CreditNotes } from './read/credit-notes.js';
import { Disputes } from '../disputes/disputes.js';
import { InvoiceAdjustments } from './read/invoice-adjustments.js';
import { PreviewRefund } from './read/preview-refund.js';
import { Refunds } from './read/refunds.js';
import { RecordDispute } from '../disputes/record-dispute.js';
import { RecordRefund } from './record-refund.js';
import { RedriveRefunds } from './redrive-refunds.js';
import { ReturnSurplus } from './return-surplus.js';
import { ReverseTax } from '../tax/reverse-tax.js';
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

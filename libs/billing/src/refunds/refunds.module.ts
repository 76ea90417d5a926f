import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { AuthorsCoreModule } from '@portal/authors';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { moneyProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { AdjustmentsModule } from '../adjustments/adjustments.module.js';
import { CollectionModule } from '../collection/collection.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { AnswerDispute } from '../disputes/answer-dispute.js';
import { DisputeAccepted, RefundRequested } from '../events.js';
import { TaxModule } from '../tax/tax.module.js';
import { ADJUSTMENT_EXPORTS } from './http/adjustment-exports.js';
import { BookRefund } from './book-refund.js';
import { CreditNotesRepository } from './credit-notes.repository.js';
import { FinanceAdjustmentsController } from './http/finance-adjustments.controller.js';
import { SyncAdjustmentProcessor } from './sync-adjustment.processor.js';
import { SyncRefund } from './sync-refund.js';
import { IssueCreditNote } from './issue-credit-note.js';
import { IssueRefund } from './issue-refund.js';
import { OperatorAdjustmentsController } from './http/operator-adjustments.controller.js';
import { CreditNotes } from './read/credit-notes.js';
import { InvoiceAdjustments } from './read/invoice-adjustments.js';
import { PreviewRefund } from './read/preview-refund.js';
import { Refunds } from './read/refunds.js';
import { RecordRefund } from './record-refund.js';
import { RedriveRefunds } from './redrive-refunds.js';
import { GiveBackKind } from './give-back.js';
import { RefundsRepository } from './refunds.repository.js';
import { SendRefund } from './send-refund.js';
import { WriteCreditNote } from './write-credit-note.js';

const SHARED = [CreditNotes, IssueCreditNote, IssueRefund, Refunds, RefundsRepository, SendRefund, SyncRefund];

/** Refunds and credit notes. */
@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, AdjustmentsModule, CollectionModule, DisputesModule, TaxModule],
  providers: [...SHARED, BookRefund, CreditNotesRepository, RecordRefund, WriteCreditNote, ...ADJUSTMENT_EXPORTS],
  exports: SHARED,
})
export class RefundsModule {}

/** Routes of finance and tenants for refunds and credit notes, and what of them needs a second person. */
@Module({
  imports: [ApprovalsModule, AuthorsCoreModule, LedgerCoreModule, AdjustmentsModule, DisputesModule, RefundsModule],
  controllers: [FinanceAdjustmentsController, OperatorAdjustmentsController],
  providers: [InvoiceAdjustments, PreviewRefund, ...approvalKind(GiveBackKind)],
})
export class RefundsHttpModule {}

/** Worker: sending refunds, and the provider's events about refunds and disputes. */
@Module({
  imports: [DisputesModule, RefundsModule],
  providers: [
    SyncAdjustmentProcessor,
    RedriveRefunds,
    scheduledJob('billing.redrive-refunds', RedriveRefunds),
    moneyProcessor(DisputeAccepted, 'billing.accept-dispute', AnswerDispute, (answer, { dispute_id }) =>
      answer.sendAcceptance(dispute_id),
    ),
    moneyProcessor(RefundRequested, 'billing.send-refund', SendRefund, async (send, { refund_id }) => {
      const result = await send.execute(refund_id);
      if (result.kind === 'waiting') throw new Error(result.reason);
    }),
  ],
})
export class RefundsWorkerModule {}

import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { CardsModule } from '../cards/cards.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { RecordSettlement } from '../settlements/record-settlement.js';
import { BeginSuspension } from './begin-suspension.js';
import { BillingMails } from './billing-mails.js';
import { ChargeInvoice } from './charge-invoice.js';
import { CollectDueJob } from './collect-due.job.js';
import { CollectDue } from './collect-due.js';
import { COLLECTION_PROCESSORS } from './collection.processors.js';
import { HostPaymentKind } from './host/host-payment.js';
import { MarkPastDue } from './mark-past-due.js';
import { PayInvoice } from './pay-invoice.js';
import { PaymentsRepository } from './payments.repository.js';
import { RecordPayment } from './record-payment.js';
import { ResumeTenant } from './resume-tenant.js';
import { SettleCharge } from './settle-charge.js';
import { SuspendTenants } from './suspend-tenants.js';
import { WriteOffKind } from './write-offs/write-off.js';
import { WriteOffsController } from './write-offs/write-offs.controller.js';
import { WriteOffs } from './write-offs/write-offs.js';
import { WriteOffsRepository } from './write-offs/write-offs.repository.js';

const SHARED = [ChargeInvoice, PaymentsRepository, RecordPayment, RecordSettlement, SettleCharge, SuspendTenants];

/** Charging invoices and suspending tenants that do not pay. */
@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, CardsModule, PoliciesModule, SegmentsModule],
  providers: [...SHARED, BeginSuspension, BillingMails, MarkPastDue, ResumeTenant],
  exports: SHARED,
})
export class CollectionModule {}

/** Routes for unpaid invoices, and giving them up. */
@Module({
  imports: [ApprovalsModule, CardsModule, CollectionModule, LedgerCoreModule, SegmentsModule],
  controllers: [WriteOffsController],
  providers: [
    PayInvoice,
    WriteOffs,
    WriteOffsRepository,
    ...approvalKind(HostPaymentKind),
    ...approvalKind(WriteOffKind),
  ],
  exports: [PayInvoice],
})
export class CollectionHttpModule {}

/** Worker: charges, their outcomes, and the retry calendar. */
@Module({
  imports: [CollectionModule],
  providers: [CollectDue, CollectDueJob, ...COLLECTION_PROCESSORS],
})
export class CollectionWorkerModule {}

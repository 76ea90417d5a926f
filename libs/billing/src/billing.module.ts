import { Global, Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { PaidInstallGate } from '@portal/installs';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { ADJUSTMENT_CONTROLLERS, ADJUSTMENT_JOBS, ADJUSTMENT_PROVIDERS } from './adjustments.providers.js';
import { Billing } from './billing.js';
import { ChangeSegment } from './change-segment.js';
import { ChargeInvoice } from './charge-invoice.js';
import { CloseMonth } from './close-month.js';
import { CloseSegment } from './close-segment.js';
import { CollectDue } from './collect-due.js';
import { DecidePolicy } from './decide-policy.js';
import { FinanceBillingController } from './http/finance-billing.controller.js';
import { OperatorBillingController } from './http/operator-billing.controller.js';
import { PoliciesController } from './http/policies.controller.js';
import { ChangeSegmentProcessor } from './jobs/change-segment.processor.js';
import { ChargeInvoiceProcessor } from './jobs/charge-invoice.processor.js';
import { CloseMonthProcessor } from './jobs/close-month.processor.js';
import { CloseSegmentProcessor } from './jobs/close-segment.processor.js';
import { CollectDueJob } from './jobs/collect-due.job.js';
import { CollectTenantProcessor } from './jobs/collect-tenant.processor.js';
import { OpenSegmentProcessor } from './jobs/open-segment.processor.js';
import { SettleChargeProcessor } from './jobs/settle-charge.processor.js';
import { InstallNames } from './install-names.js';
import { OpenSegment } from './open-segment.js';
import { CustomersRepository } from './persistence/customers.repository.js';
import { PaymentsRepository } from './persistence/payments.repository.js';
import { PoliciesRepository } from './persistence/policies.repository.js';
import { PeriodsRepository } from './persistence/periods.repository.js';
import { SegmentsRepository } from './persistence/segments.repository.js';
import { Policies } from './policies.js';
import { ProposePolicy } from './propose-policy.js';
import { AuthorLines } from './read/author-lines.js';
import { Invoices } from './read/invoices.js';
import { ListPeriods } from './read/list-periods.js';
import { ListPolicies } from './read/list-policies.js';
import { PaymentMethod } from './read/payment-method.js';
import { RecordPayment } from './record-payment.js';
import { RequestClose } from './request-close.js';
import { SavePaymentMethod } from './save-payment-method.js';
import { SavedCardGate } from './saved-card-gate.js';
import { SettleCharge } from './settle-charge.js';

const REPOSITORIES = [
  CustomersRepository,
  PaymentsRepository,
  PeriodsRepository,
  PoliciesRepository,
  SegmentsRepository,
];
const READS = [AuthorLines, Invoices, ListPeriods, ListPolicies, PaymentMethod];
const USE_CASES = [
  OpenSegment,
  ChangeSegment,
  CloseSegment,
  RequestClose,
  CloseMonth,
  ChargeInvoice,
  RecordPayment,
  SettleCharge,
  CollectDue,
  SavePaymentMethod,
  ProposePolicy,
  DecidePolicy,
];

@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, AuthorsCoreModule],
  providers: [Billing, Policies, InstallNames, ...REPOSITORIES, ...READS, ...USE_CASES, ...ADJUSTMENT_PROVIDERS],
  exports: [Billing, Policies, ...READS, ...USE_CASES, ...ADJUSTMENT_PROVIDERS],
})
export class BillingCoreModule {}

/** For the HTTP process; global, because installs asks the gate without knowing who answers. */
@Global()
@Module({
  imports: [BillingCoreModule],
  controllers: [FinanceBillingController, PoliciesController, OperatorBillingController, ...ADJUSTMENT_CONTROLLERS],
  providers: [CustomersRepository, { provide: PaidInstallGate, useClass: SavedCardGate }],
  exports: [BillingCoreModule, PaidInstallGate],
})
export class BillingModule {}

/** For the worker: what happens to installs, closing months, collecting. */
@Module({
  imports: [BillingCoreModule],
  providers: [
    OpenSegmentProcessor,
    ChangeSegmentProcessor,
    CloseSegmentProcessor,
    CloseMonthProcessor,
    ChargeInvoiceProcessor,
    SettleChargeProcessor,
    CollectTenantProcessor,
    CollectDueJob,
    ...ADJUSTMENT_JOBS,
  ],
})
export class BillingWorkerModule {}

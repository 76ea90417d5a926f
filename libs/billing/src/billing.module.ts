import { Global, Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { PaidInstallGate } from '@portal/installs';
import { AuthorBilled, CommercialPolicy } from '@portal/listings';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { ADJUSTMENT_CONTROLLERS, ADJUSTMENT_JOBS, ADJUSTMENT_PROVIDERS } from './refunds/adjustments.providers.js';
import { Billing } from './billing.js';
import { BeginSegment } from './segments/begin-segment.js';
import { BillingMails } from './collection/billing-mails.js';
import { ChangeSegment } from './segments/change-segment.js';
import { ChargeListingFees } from './invoicing/charge-listing-fees.js';
import { ChargeInvoice } from './collection/charge-invoice.js';
import { CloseMonth } from './invoicing/close-month.js';
import { CloseSegment } from './segments/close-segment.js';
import { ComputeTaxes } from './tax/compute-taxes.js';
import { CollectDue } from './collection/collect-due.js';
import { DecideShare } from './policies/decide-share.js';
import { DecidePolicy } from './policies/decide-policy.js';
import { FollowBillingModel } from './segments/follow-billing-model.js';
import { BillingSources } from './invoicing/read/billing-sources.js';
import { BillingExports } from './invoicing/http/billing-exports.js';
import { FinanceBillingController } from './invoicing/http/finance-billing.controller.js';
import { OperatorBillingController } from './invoicing/http/operator-billing.controller.js';
import { ShareOverridesController } from './policies/share-overrides.controller.js';
import { PoliciesController } from './policies/policies.controller.js';
import { AuthorBillingController } from './invoicing/http/author-billing.controller.js';
import { WriteOffsController } from './collection/write-offs.controller.js';
import { ChangeSegmentProcessor } from './segments/change-segment.processor.js';
import { ChargeInvoiceProcessor } from './collection/charge-invoice.processor.js';
import { CloseMonthProcessor } from './invoicing/close-month.processor.js';
import { CloseSegmentProcessor } from './segments/close-segment.processor.js';
import { CollectDueJob } from './collection/collect-due.job.js';
import { CollectTenantProcessor } from './collection/collect-tenant.processor.js';
import { FollowBillingModelProcessor } from './segments/follow-billing-model.processor.js';
import { OpenSegmentProcessor } from './segments/open-segment.processor.js';
import { RecordTaxProcessor } from './tax/record-tax.processor.js';
import { SettleChargeProcessor } from './collection/settle-charge.processor.js';
import { InstallNames } from './segments/install-names.js';
import { ListingPolicy } from './segments/listing-policy.js';
import { OpenSegment } from './segments/open-segment.js';
import { PayInvoice } from './collection/pay-invoice.js';
import { CustomersRepository } from './cards/customers.repository.js';
import { PaymentsRepository } from './collection/payments.repository.js';
import { PoliciesRepository } from './policies/policies.repository.js';
import { PeriodsRepository } from './invoicing/periods.repository.js';
import { ShareOverridesRepository } from './policies/share-overrides.repository.js';
import { SegmentsRepository } from './segments/segments.repository.js';
import { Policies } from './policies/policies.js';
import { ProposeShare } from './policies/propose-share.js';
import { ProposePolicy } from './policies/propose-policy.js';
import { AuthorLines } from './invoicing/read/author-lines.js';
import { AuthorWaitsQuery } from './invoicing/read/author-waits.js';
import { Invoices } from './invoicing/read/invoices.js';
import { ListPeriods } from './invoicing/read/list-periods.js';
import { MonthClose } from './invoicing/read/month-close.js';
import { ListPolicies } from './policies/list-policies.js';
import { PaymentMethod } from './cards/payment-method.js';
import { ListingFees } from './invoicing/read/listing-fees.js';
import { PreviewShare } from './policies/preview-share.js';
import { ShareOverrides } from './policies/share-overrides.js';
import { Standing } from './invoicing/read/standing.js';
import { WriteOffs } from './collection/write-offs.js';
import { RecordPayment } from './collection/record-payment.js';
import { RecordTax } from './tax/record-tax.js';
import { RequestClose } from './invoicing/request-close.js';
import { ResumeTenant } from './collection/resume-tenant.js';
import { FinishCardPage } from './cards/finish-card-page.js';
import { FinishCardPageProcessor } from './cards/finish-card-page.processor.js';
import { KeepCard } from './cards/keep-card.js';
import { OpenCardPage } from './cards/open-card-page.js';
import { PayerCustomer } from './cards/payer-customer.js';
import { CardPagesRepository } from './cards/card-pages.repository.js';
import { SavePaymentMethod } from './cards/save-payment-method.js';
import { SavedCardGate } from './cards/saved-card-gate.js';
import { SetBillingDetails } from './cards/set-billing-details.js';
import { SettleCharge } from './collection/settle-charge.js';
import { SuspendTenants } from './collection/suspend-tenants.js';
import { SuspensionsRepository } from './collection/suspensions.repository.js';
import { ListingFeesRepository } from './invoicing/listing-fees.repository.js';
import { TaxesRepository } from './tax/taxes.repository.js';
import { WriteOffsRepository } from './collection/write-offs.repository.js';
import { WriteOff } from './collection/write-off.js';

const REPOSITORIES = [
  CustomersRepository,
  CardPagesRepository,
  PaymentsRepository,
  PeriodsRepository,
  PoliciesRepository,
  SegmentsRepository,
  ShareOverridesRepository,
  ListingFeesRepository,
  SuspensionsRepository,
  TaxesRepository,
  WriteOffsRepository,
];
const READS = [
  AuthorLines,
  AuthorWaitsQuery,
  Invoices,
  ListPeriods,
  ListPolicies,
  MonthClose,
  PaymentMethod,
  PreviewShare,
  ShareOverrides,
  Standing,
  WriteOffs,
  ListingFees,
];
const USE_CASES = [
  BeginSegment,
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
  PayerCustomer,
  KeepCard,
  OpenCardPage,
  FinishCardPage,
  ChargeListingFees,
  ComputeTaxes,
  RecordTax,
  SetBillingDetails,
  PayInvoice,
  ResumeTenant,
  SuspendTenants,
  WriteOff,
  FollowBillingModel,
  ProposePolicy,
  DecidePolicy,
  ProposeShare,
  DecideShare,
];

@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, AuthorsCoreModule],
  providers: [
    Billing,
    Policies,
    InstallNames,
    AuthorBilled,
    BillingMails,
    ListingPolicy,
    BillingExports,
    BillingSources,
    ...REPOSITORIES,
    ...READS,
    ...USE_CASES,
    ...ADJUSTMENT_PROVIDERS,
  ],
  exports: [
    Billing,
    Policies,
    ListingPolicy,
    CustomersRepository,
    SuspensionsRepository,
    ...READS,
    ...USE_CASES,
    ...ADJUSTMENT_PROVIDERS,
  ],
})
export class BillingCoreModule {}

/** For the HTTP process; global, because installs and listings ask without knowing who answers. */
@Global()
@Module({
  imports: [BillingCoreModule],
  controllers: [
    FinanceBillingController,
    PoliciesController,
    ShareOverridesController,
    WriteOffsController,
    AuthorBillingController,
    OperatorBillingController,
    ...ADJUSTMENT_CONTROLLERS,
  ],
  providers: [
    { provide: PaidInstallGate, useClass: SavedCardGate },
    { provide: CommercialPolicy, useExisting: ListingPolicy },
  ],
  exports: [BillingCoreModule, PaidInstallGate, CommercialPolicy],
})
export class BillingModule {}

/** For the worker, global for what listings asks: what happens to installs, closing months, collecting. */
@Global()
@Module({
  imports: [BillingCoreModule],
  providers: [
    { provide: CommercialPolicy, useExisting: ListingPolicy },
    FollowBillingModelProcessor,
    OpenSegmentProcessor,
    ChangeSegmentProcessor,
    CloseSegmentProcessor,
    CloseMonthProcessor,
    ChargeInvoiceProcessor,
    RecordTaxProcessor,
    SettleChargeProcessor,
    FinishCardPageProcessor,
    CollectTenantProcessor,
    CollectDueJob,
    ...ADJUSTMENT_JOBS,
  ],
  exports: [CommercialPolicy],
})
export class BillingWorkerModule {}

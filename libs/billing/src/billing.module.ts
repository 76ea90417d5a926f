import { Global, Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { PaidInstallGate } from '@portal/installs';
import { AuthorBilled, CommercialPolicy } from '@portal/listings';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { ADJUSTMENT_CONTROLLERS, ADJUSTMENT_JOBS, ADJUSTMENT_PROVIDERS } from './adjustments.providers.js';
import { Billing } from './billing.js';
import { BeginSegment } from './begin-segment.js';
import { BillingMails } from './billing-mails.js';
import { ChangeSegment } from './change-segment.js';
import { ChargeListingFees } from './charge-listing-fees.js';
import { ChargeInvoice } from './charge-invoice.js';
import { CloseMonth } from './close-month.js';
import { CloseSegment } from './close-segment.js';
import { ComputeTaxes } from './compute-taxes.js';
import { CollectDue } from './collect-due.js';
import { DecideShare } from './decide-share.js';
import { DecidePolicy } from './decide-policy.js';
import { FollowBillingModel } from './follow-billing-model.js';
import { BillingSources } from './read/billing-sources.js';
import { BillingExports } from './http/billing-exports.js';
import { FinanceBillingController } from './http/finance-billing.controller.js';
import { OperatorBillingController } from './http/operator-billing.controller.js';
import { ShareOverridesController } from './http/share-overrides.controller.js';
import { PoliciesController } from './http/policies.controller.js';
import { AuthorBillingController } from './http/author-billing.controller.js';
import { WriteOffsController } from './http/write-offs.controller.js';
import { ChangeSegmentProcessor } from './jobs/change-segment.processor.js';
import { ChargeInvoiceProcessor } from './jobs/charge-invoice.processor.js';
import { CloseMonthProcessor } from './jobs/close-month.processor.js';
import { CloseSegmentProcessor } from './jobs/close-segment.processor.js';
import { CollectDueJob } from './jobs/collect-due.job.js';
import { CollectTenantProcessor } from './jobs/collect-tenant.processor.js';
import { FollowBillingModelProcessor } from './jobs/follow-billing-model.processor.js';
import { OpenSegmentProcessor } from './jobs/open-segment.processor.js';
import { RecordTaxProcessor } from './jobs/record-tax.processor.js';
import { SettleChargeProcessor } from './jobs/settle-charge.processor.js';
import { InstallNames } from './install-names.js';
import { ListingPolicy } from './listing-policy.js';
import { OpenSegment } from './open-segment.js';
import { PayInvoice } from './pay-invoice.js';
import { CustomersRepository } from './persistence/customers.repository.js';
import { PaymentsRepository } from './persistence/payments.repository.js';
import { PoliciesRepository } from './persistence/policies.repository.js';
import { PeriodsRepository } from './persistence/periods.repository.js';
import { ShareOverridesRepository } from './persistence/share-overrides.repository.js';
import { SegmentsRepository } from './persistence/segments.repository.js';
import { Policies } from './policies.js';
import { ProposeShare } from './propose-share.js';
import { ProposePolicy } from './propose-policy.js';
import { AuthorLines } from './read/author-lines.js';
import { AuthorWaitsQuery } from './read/author-waits.js';
import { Invoices } from './read/invoices.js';
import { ListPeriods } from './read/list-periods.js';
import { MonthClose } from './read/month-close.js';
import { ListPolicies } from './read/list-policies.js';
import { PaymentMethod } from './read/payment-method.js';
import { ListingFees } from './read/listing-fees.js';
import { PreviewShare } from './read/preview-share.js';
import { ShareOverrides } from './read/share-overrides.js';
import { Standing } from './read/standing.js';
import { WriteOffs } from './read/write-offs.js';
import { RecordPayment } from './record-payment.js';
import { RecordTax } from './record-tax.js';
import { RequestClose } from './request-close.js';
import { ResumeTenant } from './resume-tenant.js';
import { FinishCardPage } from './finish-card-page.js';
import { FinishCardPageProcessor } from './jobs/finish-card-page.processor.js';
import { KeepCard } from './keep-card.js';
import { OpenCardPage } from './open-card-page.js';
import { PayerCustomer } from './payer-customer.js';
import { CardPagesRepository } from './persistence/card-pages.repository.js';
import { SavePaymentMethod } from './save-payment-method.js';
import { SavedCardGate } from './saved-card-gate.js';
import { SetBillingDetails } from './set-billing-details.js';
import { SettleCharge } from './settle-charge.js';
import { SuspendTenants } from './suspend-tenants.js';
import { SuspensionsRepository } from './persistence/suspensions.repository.js';
import { ListingFeesRepository } from './persistence/listing-fees.repository.js';
import { TaxesRepository } from './persistence/taxes.repository.js';
import { WriteOffsRepository } from './persistence/write-offs.repository.js';
import { WriteOff } from './write-off.js';

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

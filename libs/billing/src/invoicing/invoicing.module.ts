import { Module } from '@nestjs/common';
import { ApprovalsCoreModule, ApprovalsModule, approvalKind } from '@portal/approvals';
import { NotificationsModule } from '@portal/identity';
import { InstallReadsModule } from '@portal/installs';
import { LedgerCoreModule } from '@portal/ledger';
import { AuthorBilled, ListingsCoreModule } from '@portal/listings';
import { moneyProcessor } from '@portal/platform/events';
import { Billing } from '../billing.js';
import { CollectionHttpModule } from '../collection/collection.module.js';
import { PeriodCloseRequested } from '../events.js';
import { EstimateEarnings } from '../policies/estimate-earnings.js';
import { PublicTermsController } from '../policies/public-terms.controller.js';
import { SellerTerms } from '../policies/seller-terms.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { TaxModule, TaxWorkerModule } from '../tax/tax.module.js';
import { DocumentLinks } from '../documents/document-links.js';
import { BillingDocuments } from '../documents/read/billing-documents.js';
import { BookInvoices } from './book-invoices.js';
import { BookListingFees } from './book-listing-fees.js';
import { ChargeListingFees } from './charge-listing-fees.js';
import { CloseMonth } from './close-month.js';
import { DivideListingFees } from './divide-listing-fees.js';
import { OperatorCosts } from '../home/read/operator-costs.js';
import { OperatorHomeController } from '../home/operator-home.controller.js';
import { FinishClose } from './finish-close.js';
import { AuthorBillingController } from './http/author-billing.controller.js';
import { BILLING_EXPORTS } from './http/billing-exports.js';
import { FinanceBillingController } from './http/finance-billing.controller.js';
import { HostInvoicesController } from './http/host-invoices.controller.js';
import { OperatorBillingController } from './http/operator-billing.controller.js';
import { PublicInvoicesController } from './http/public-invoices.controller.js';
import { MonthCloseKind } from './month-close-kind.js';
import { ListingFeesRepository } from './listing-fees.repository.js';
import { PeriodsRepository } from './periods.repository.js';
import { AuthorWaitsQuery } from './read/author-waits.js';
import { BillingSources } from './read/billing-sources.js';
import { ClosePreview } from './read/close-preview.js';
import { Invoices } from './read/invoices.js';
import { ListPeriods } from './read/list-periods.js';
import { ListingFees } from './read/listing-fees.js';
import { MonthClose } from './read/month-close.js';
import { RunningBill } from './read/running-bill.js';
import { SEARCH_INVOICES } from './read/search-invoices.js';
import { TenantStatus } from './read/tenant-status.js';
import { RequestClose } from './request-close.js';
import { WriteLines } from './write-lines.js';

const SHARED = [
  Billing,
  ChargeListingFees,
  ClosePreview,
  DocumentLinks,
  Invoices,
  ListPeriods,
  MonthCloseKind,
  PeriodsRepository,
  RequestClose,
];

/** Months, invoices and lines, and billing's interface for other libs. */
@Module({
  imports: [ApprovalsCoreModule, LedgerCoreModule, PoliciesModule, TaxModule],
  providers: [
    ...SHARED,
    AuthorBilled,
    BookListingFees,
    DivideListingFees,
    ListingFeesRepository,
    AuthorWaitsQuery,
    BillingSources,
    ...BILLING_EXPORTS,
  ],
  exports: SHARED,
})
export class InvoicingModule {}

/** Routes of finance, tenants and authors for months and invoices. */
@Module({
  imports: [
    ApprovalsModule,
    CollectionHttpModule,
    InstallReadsModule,
    InvoicingModule,
    ListingsCoreModule,
    NotificationsModule,
    PoliciesModule,
    TaxModule,
  ],
  controllers: [
    AuthorBillingController,
    FinanceBillingController,
    HostInvoicesController,
    OperatorBillingController,
    OperatorHomeController,
    PublicInvoicesController,
    PublicTermsController,
  ],
  providers: [
    ...approvalKind(MonthCloseKind),
    BillingDocuments,
    EstimateEarnings,
    ListingFees,
    MonthClose,
    OperatorCosts,
    RunningBill,
    ...SEARCH_INVOICES,
    SellerTerms,
    TenantStatus,
  ],
})
export class InvoicingHttpModule {}

/** Worker: closing months. */
@Module({
  imports: [LedgerCoreModule, InvoicingModule, PoliciesModule, SegmentsModule, TaxWorkerModule],
  providers: [
    BookInvoices,
    CloseMonth,
    moneyProcessor(PeriodCloseRequested, 'billing.close-month', CloseMonth, (close, { month }) => close.execute(month)),
    FinishClose,
    WriteLines,
  ],
})
export class InvoicingWorkerModule {}

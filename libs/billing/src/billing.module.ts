import { Global, Module } from '@nestjs/common';
import { ComplianceLapsePolicy } from '@portal/installs';
import { CommercialPolicy } from '@portal/listings';
import { BillingSummariesHttpModule } from './billing-summaries/billing-summaries.module.js';
import { CardsHttpModule, CardsModule, CardsWorkerModule } from './cards/cards.module.js';
import { CollectionHttpModule, CollectionModule, CollectionWorkerModule } from './collection/collection.module.js';
import { DisputesHttpModule, DisputesModule } from './disputes/disputes.module.js';
import { InvoicingHttpModule, InvoicingModule, InvoicingWorkerModule } from './invoicing/invoicing.module.js';
import { NotifyOperators, OPERATOR_NOTICE_PROCESSORS } from './operator-notices/notify-operators.js';
import { OperatorFacts } from './operator-notices/operator-facts.repository.js';
import { DecidedLapsePolicy } from './policies/lapse-policy.js';
import { ListingPolicy } from './policies/listing-policy.js';
import { PoliciesHttpModule, PoliciesModule } from './policies/policies.module.js';
import { RefundsHttpModule, RefundsModule, RefundsWorkerModule } from './refunds/refunds.module.js';
import { SegmentsWorkerModule } from './segments/segments.module.js';
import { TaxWorkerModule } from './tax/tax.module.js';

/** Exports for other libs, in the HTTP process and in the worker. */
@Module({
  imports: [CardsModule, CollectionModule, DisputesModule, InvoicingModule, PoliciesModule, RefundsModule],
  exports: [DisputesModule, InvoicingModule, PoliciesModule],
})
export class BillingCoreModule {}

/** For the HTTP process. Global, because installs and listings inject ports without importing this module. */
@Global()
@Module({
  imports: [
    BillingCoreModule,
    BillingSummariesHttpModule,
    CardsHttpModule,
    CollectionHttpModule,
    DisputesHttpModule,
    InvoicingHttpModule,
    PoliciesHttpModule,
    RefundsHttpModule,
  ],
  providers: [{ provide: CommercialPolicy, useExisting: ListingPolicy }],
  exports: [BillingCoreModule, CardsHttpModule, CommercialPolicy],
})
export class BillingModule {}

/**
 * For the worker: install events, closing months, collection. Global, because of the ports of listings and installs.
 */
@Global()
@Module({
  imports: [
    BillingCoreModule,
    CardsWorkerModule,
    CollectionWorkerModule,
    InvoicingWorkerModule,
    RefundsWorkerModule,
    SegmentsWorkerModule,
    TaxWorkerModule,
  ],
  providers: [
    NotifyOperators,
    OperatorFacts,
    ...OPERATOR_NOTICE_PROCESSORS,
    { provide: CommercialPolicy, useExisting: ListingPolicy },
    { provide: ComplianceLapsePolicy, useExisting: DecidedLapsePolicy },
  ],
  exports: [CommercialPolicy, ComplianceLapsePolicy],
})
export class BillingWorkerModule {}

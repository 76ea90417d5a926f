import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { CommercialChangeKind } from './commercial-change.js';
import { CommercialTerms } from './commercial-terms.js';
import { CommercialController, PricesController } from './pricing.controllers.js';
import { PRICES_EXPORT } from './price-exports.js';
import { Prices } from './prices.js';

const SHARED = [CommercialTerms, Prices];

/** Prices of a Drive, and approved changes of its terms. */
@Module({ providers: [...SHARED, PRICES_EXPORT], exports: SHARED })
export class PricingModule {}

/** Prices and commercial terms as people see them. */
@Module({
  imports: [ApprovalsModule, PricingModule, StripeGatewayCoreModule],
  controllers: [CommercialController, PricesController],
  providers: [...approvalKind(CommercialChangeKind)],
})
export class PricingHttpModule {}

import { Module } from '@nestjs/common';
import { AuthorsCoreModule } from '@portal/authors';
import { ChangeCommercialTerms } from './change-commercial-terms.js';
import { CommercialChanges } from './commercial-changes.js';
import { CommercialChangesRepository } from './commercial-changes.repository.js';
import { CommercialTerms } from './commercial-terms.js';
import { CommercialController } from './commercial.controller.js';
import { PriceExports } from './price-exports.js';
import { PricesController } from './prices.controller.js';
import { Prices } from './prices.js';

/** Prices of a Drive, and approved changes of its terms. */
@Module({
  imports: [AuthorsCoreModule],
  providers: [
    ChangeCommercialTerms,
    CommercialChanges,
    CommercialChangesRepository,
    CommercialTerms,
    PriceExports,
    Prices,
  ],
  exports: [ChangeCommercialTerms, CommercialChanges, CommercialChangesRepository, CommercialTerms, Prices],
})
export class PricingModule {}

/** Prices and commercial terms as people see them. */
@Module({ imports: [PricingModule], controllers: [CommercialController, PricesController] })
export class PricingHttpModule {}

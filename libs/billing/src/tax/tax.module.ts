import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { InvoiceEntity } from '../invoicing/invoice.entity.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { ComputeTaxes } from './compute-taxes.js';
import { RecordTax } from './record-tax.js';
import { RecordTaxProcessor } from './record-tax.processor.js';
import { ReverseTax } from './reverse-tax.js';
import { ReverseTaxProcessor } from './reverse-tax.processor.js';
import { TaxReversalsRepository } from './tax-reversals.repository.js';
import { TaxesRepository } from './taxes.repository.js';

/** Tax of drafts, and reversals. */
@Module({
  providers: [TaxReversalsRepository],
  exports: [TaxReversalsRepository],
})
export class TaxModule {}

/** Worker: recording tax at the provider. */
@Module({
  imports: [TypeOrmModule.forFeature([InvoiceEntity]), StripeGatewayCoreModule, PoliciesModule, TaxModule],
  providers: [ComputeTaxes, RecordTax, RecordTaxProcessor, ReverseTax, ReverseTaxProcessor, TaxesRepository],
  exports: [ComputeTaxes],
})
export class TaxWorkerModule {}

import { Module } from '@nestjs/common';
import { moneyProcessor } from '@portal/platform/events';
import { scheduledJob } from '@portal/platform/jobs';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { CreditNoteIssued, InvoiceIssued } from '../events.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { ComputeTaxes } from './compute-taxes.js';
import { RecordTax } from './record-tax.js';
import { CheckVatIds } from './check-vat-ids.js';
import { ReverseTax } from './reverse-tax.js';
import { TaxReversalsRepository } from './tax-reversals.repository.js';
import { TaxesRepository } from './taxes.repository.js';

/** Tax of drafts, and reversals. */
@Module({
  imports: [StripeGatewayCoreModule, PoliciesModule],
  providers: [ComputeTaxes, TaxesRepository, TaxReversalsRepository],
  exports: [ComputeTaxes, TaxesRepository, TaxReversalsRepository],
})
export class TaxModule {}

/** Worker: recording tax at the provider. */
@Module({
  imports: [StripeGatewayCoreModule, PoliciesModule, TaxModule],
  providers: [
    RecordTax,
    ReverseTax,
    CheckVatIds,
    scheduledJob('billing.check-vat-ids', CheckVatIds),
    moneyProcessor(InvoiceIssued, 'billing.record-tax', RecordTax, (record, { invoice_id }) =>
      record.execute(invoice_id),
    ),
    moneyProcessor(CreditNoteIssued, 'billing.reverse-tax', ReverseTax, (reverse, { credit_note_id }) =>
      reverse.execute(credit_note_id),
    ),
  ],
  exports: [TaxModule],
})
export class TaxWorkerModule {}

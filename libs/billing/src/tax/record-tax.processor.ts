import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { InvoiceIssued } from '../events.js';
import { RecordTax } from './record-tax.js';

@Injectable()
export class RecordTaxProcessor extends EventProcessor<{ invoice_id: string }> {
  readonly event = InvoiceIssued;
  readonly consumer = 'billing.record-tax';
  override readonly queue = 'money';

  constructor(private readonly record: RecordTax) {
    super();
  }

  async handle({ invoice_id }: { invoice_id: string }): Promise<void> {
    await this.record.execute(invoice_id);
  }
}

import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { ChargeInvoice } from './charge-invoice.js';
import { InvoiceIssued } from '../events.js';

@Injectable()
export class ChargeInvoiceProcessor extends EventProcessor<{ invoice_id: string }> {
  readonly event = InvoiceIssued;
  readonly consumer = 'billing.charge-invoice';
  override readonly queue = 'money';

  constructor(private readonly charge: ChargeInvoice) {
    super();
  }

  async handle({ invoice_id }: { invoice_id: string }): Promise<void> {
    const result = await this.charge.execute(invoice_id);
    if (result.kind === 'waiting') throw new Error(result.reason);
  }
}

import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { CreditNoteIssued } from '../events.js';
import { ReverseTax } from './reverse-tax.js';

@Injectable()
export class ReverseTaxProcessor extends EventProcessor<{ credit_note_id: string }> {
  readonly event = CreditNoteIssued;
  readonly consumer = 'billing.reverse-tax';
  override readonly queue = 'money';

  constructor(private readonly reverse: ReverseTax) {
    super();
  }

  async handle({ credit_note_id }: { credit_note_id: string }): Promise<void> {
    await this.reverse.execute(credit_note_id);
  }
}

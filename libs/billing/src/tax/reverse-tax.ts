import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { TaxGateway } from '@portal/stripe-gateway';
import { TaxesRepository } from './taxes.repository.js';
import { TaxReversalsRepository, type TaxReversalRow } from './tax-reversals.repository.js';
import { RecordTax } from './record-tax.js';

/**
 * Reverses the tax of a credit note in the provider's reports. The intent was stored with the credit note; here it is
 * sent with its own key and the outcome is recorded. Idempotent.
 */
@Injectable()
export class ReverseTax {
  constructor(
    private readonly transactor: Transactor,
    private readonly taxes: TaxesRepository,
    private readonly reversals: TaxReversalsRepository,
    private readonly record: RecordTax,
    private readonly gateway: TaxGateway,
  ) {}

  /**
   * A definitive refusal is stored with the reversal, for a person.
   * @throws AppError `payment_provider_unavailable`, `payment_provider_misconfigured`: to be retried
   */
  async execute(creditNoteId: string): Promise<void> {
    const due = await this.transactor.run((tx) => this.reversals.beginDue(tx, creditNoteId));
    for (const row of due) {
      failpoint('tax.reversal_intent_committed');
      await this.send(row);
      failpoint('tax.reversal_recorded');
    }
  }

  private async send(row: TaxReversalRow): Promise<void> {
    // The sale may not be recorded yet, and then it cannot be reversed.
    await this.record.execute(row.invoice_id);
    const original = await this.transactor.run((tx) => this.taxes.transactionOf(tx, row.invoice_id));
    if (original === undefined) throw new Error(`the tax of invoice ${row.invoice_id} is not recorded yet`);
    let transactionId: string;
    try {
      ({ transactionId } = await this.gateway.reverse({
        idempotencyKey: row.idempotency_key,
        transactionId: original,
        reference: `cn_${row.credit_note_id}_${row.invoice_id}`,
        part: row.whole ? 'full' : { netMinor: BigInt(row.net), taxMinor: BigInt(row.tax) },
      }));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'payment_provider_refused') throw error;
      return this.refused(row, error.message);
    }
    failpoint('tax.reversal_answered');
    await this.transactor.run((tx) => this.reversals.reversed(tx, row, transactionId));
  }

  private async refused(row: TaxReversalRow, problem: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (!(await this.reversals.refused(tx, row, problem))) return;
      await tx.audit(SYSTEM_ACTOR, 'tax_reversal.refused', ['invoice', row.invoice_id], {
        after: { credit_note_id: row.credit_note_id, problem },
      });
    });
  }
}

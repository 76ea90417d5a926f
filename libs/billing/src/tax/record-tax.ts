import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { TaxGateway } from '@portal/stripe-gateway';
import { TaxesRepository } from './taxes.repository.js';

/** Records the tax of a final invoice as a transaction in the provider's reports, if the provider computed it. */
@Injectable()
export class RecordTax {
  constructor(
    private readonly transactor: Transactor,
    private readonly taxes: TaxesRepository,
    private readonly gateway: TaxGateway,
  ) {}

  /**
   * Idempotent: key and reference are derived from the invoice.
   * @throws AppError `payment_provider_*`
   */
  async execute(invoiceId: string): Promise<void> {
    const calculationId = await this.transactor.run((tx) => this.taxes.toRecord(tx, invoiceId));
    if (calculationId === undefined) return;
    const { transactionId } = await this.gateway.record({
      idempotencyKey: `taxtx_${invoiceId}`,
      calculationId,
      reference: `inv_${invoiceId}`,
    });
    await this.transactor.run((tx) => this.taxes.recorded(tx, invoiceId, transactionId));
  }
}

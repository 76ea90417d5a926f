import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { TaxGateway } from '@portal/stripe-gateway';
import { TaxesRepository } from './taxes.repository.js';

/** An invoice is final: the tax that the provider computed for it becomes a transaction in the provider's reports. */
@Injectable()
export class RecordTax {
  constructor(
    private readonly transactor: Transactor,
    private readonly taxes: TaxesRepository,
    private readonly gateway: TaxGateway,
  ) {}

  /** Harmless when repeated: the key and the reference are the invoice's. @throws AppError `payment_provider_*` */
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

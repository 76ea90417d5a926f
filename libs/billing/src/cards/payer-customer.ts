import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { PaymentGateway } from '@portal/stripe-gateway';
import { CustomersRepository } from './customers.repository.js';

/** The provider's customer of a payer (a tenant, or an author organization). */
@Injectable()
export class PayerCustomer {
  constructor(
    private readonly transactor: Transactor,
    private readonly customers: CustomersRepository,
    private readonly gateway: PaymentGateway,
  ) {}

  /**
   * The id of the customer, which is created when there is none. Concurrent calls may create two; one is kept.
   * @param askId id of the row that needs the customer; the idempotency key is derived from it
   * @throws AppError `payment_provider_unavailable` (503)
   */
  async ensure(askId: string, payer: { id: string; name: string }): Promise<string> {
    const known = await this.transactor.run((tx) => this.customers.find(tx, payer.id));
    if (known?.customerId) return known.customerId;
    const { customerId } = await this.gateway.ensureCustomer({
      idempotencyKey: `cus_${askId}`,
      reference: payer.id,
      name: payer.name,
    });
    return this.transactor.run((tx) => this.customers.keepCustomer(tx, payer.id, customerId));
  }
}

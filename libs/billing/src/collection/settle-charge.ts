import { Injectable } from '@nestjs/common';
import { assertNever } from '@portal/kernel';
import { PaymentGateway } from '@portal/stripe-gateway';
import { RecordPayment } from './record-payment.js';

/** Handles an event about a payment: fetches the payment and uses only what was fetched. */
@Injectable()
export class SettleCharge {
  constructor(
    private readonly gateway: PaymentGateway,
    private readonly record: RecordPayment,
  ) {}

  /**
   * Ignores payments that name none of our attempts. False when the provider does not know the id.
   * @throws Error when it names an attempt that does not exist: to be retried, then handled by a person.
   */
  async execute(paymentIntentId: string): Promise<boolean> {
    const payment = await this.gateway.findPayment(paymentIntentId);
    if (!payment) return false;
    switch (payment.kind) {
      case 'succeeded': {
        const { invoice_id: invoiceId, payment_id: paymentId } = payment.metadata;
        if (invoiceId && paymentId) await this.record.succeeded(invoiceId, paymentId, payment);
        return true;
      }
      // A decline is final only for a known attempt, and our own request has recorded it already.
      case 'declined':
      case 'requires_action':
      case 'processing':
      case 'canceled':
        return true;
      default:
        return assertNever(payment);
    }
  }
}

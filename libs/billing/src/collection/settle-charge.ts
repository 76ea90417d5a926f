import { Injectable } from '@nestjs/common';
import { assertNever } from '@portal/kernel';
import { PaymentGateway } from '@portal/stripe-gateway';
import { RecordPayment } from './record-payment.js';

/** The provider says that something happened to a payment: it is fetched, and only what was fetched counts. */
@Injectable()
export class SettleCharge {
  constructor(
    private readonly gateway: PaymentGateway,
    private readonly record: RecordPayment,
  ) {}

  /**
   * A payment that names none of our attempts is somebody else's and left alone. False when the provider knows none of
   * that id.
   * @throws Error when it names one that is not in our books: to be tried again, then looked at by a person.
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
      // A refusal is final only for a known attempt, and the answer to our own request says so; nothing to add here.
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

import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { RefundGateway, type ProviderRefund, type RefundInput, type RefundOutcome } from '../ports/refund-gateway.js';
import { classify } from './classify.js';
import { keyed, StripeClient, wireAmount } from './stripe-client.js';
import { idOf } from './stripe-values.js';

// Error codes about the payment or our balance: the same request will not succeed with this key.
const refusedCodes = new Set([
  'balance_insufficient',
  'charge_already_refunded',
  'charge_disputed',
  'charge_not_refundable',
  'insufficient_funds',
  'payment_intent_unexpected_state',
  'refund_disputed_payment',
  'resource_missing',
]);

@Injectable()
export class StripeRefundGateway extends RefundGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

  async createRefund(input: RefundInput): Promise<RefundOutcome> {
    try {
      const made = await this.client.call('refunds', (stripe) =>
        stripe.refunds.create(
          {
            payment_intent: input.paymentIntentId,
            amount: wireAmount(input.amountMinor),
            ...(input.reason === undefined ? {} : { reason: input.reason }),
            metadata: input.metadata,
          },
          keyed(input),
        ),
      );
      return { kind: 'made', ...viewOf(made) };
    } catch (error) {
      const answer = classify(error);
      if (answer.kind !== 'refused') return answer;
      const { code, message, param } = answer;
      if (param === 'amount' || refusedCodes.has(code)) return { kind: 'refused', code, message };
      return { kind: 'misconfigured', code, message };
    }
  }

  async findRefund(refundId: string): Promise<ProviderRefund | undefined> {
    return this.client.find('refunds', async (stripe) => viewOf(await stripe.refunds.retrieve(refundId)));
  }

  async findRefundsOfPayment(paymentIntentId: string): Promise<ProviderRefund[]> {
    return this.client.ask('refunds', async (stripe) => {
      const found: ProviderRefund[] = [];
      const pages = stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
      for await (const refund of pages) found.push(viewOf(refund));
      return found;
    });
  }

  async paymentOfCharge(chargeId: string): Promise<string | undefined> {
    const charge = await this.client.find('charges', (stripe) => stripe.charges.retrieve(chargeId));
    return idOf(charge?.payment_intent) ?? undefined;
  }
}

function viewOf(refund: Stripe.Refund): ProviderRefund {
  const { status } = refund;
  return {
    refundId: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    amountMinor: BigInt(refund.amount),
    currency: refund.currency,
    status: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    balanceTransactionId: idOf(refund.balance_transaction),
    failureTransactionId: idOf(refund.failure_balance_transaction),
    failureReason: refund.failure_reason ?? (status === 'canceled' ? 'canceled' : null),
    reason: refund.reason,
    metadata: refund.metadata ?? {},
    createdAt: new Date(refund.created * 1_000),
  };
}

import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { classify } from './classify.js';
import { keyed, StripeClient, wireAmount } from './stripe-client.js';
import { conversionOf, idOf, type Conversion } from './stripe-values.js';
import type { Keyed, Unsettled } from './outcome.js';

export interface RefundInput extends Keyed {
  paymentIntentId: string;
  /** Minor units, > 0. */
  amountMinor: bigint;
  /** The provider's reason code; absent when none fits. */
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  /** Always contains `refund_id`, by which a refund is found after an unknown outcome. */
  metadata: Record<string, string>;
}

/** The current state of a refund at the provider. */
export interface ProviderRefund {
  /** `re_…` */
  refundId: string;
  paymentIntentId: string | null;
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  /** `pending` includes waiting for someone's action; `failed` includes a cancelled refund. */
  status: 'pending' | 'succeeded' | 'failed';
  /** The balance transaction of the refund; null until it exists. */
  balanceTransactionId: string | null;
  /** The balance transaction that returned the money after a failure. */
  failureTransactionId: string | null;
  converted?: Conversion | undefined;
  failureConverted?: Conversion | undefined;
  /** What the provider keeps for it, and for its failure (below 0: returns); minor units as settled, absent without one. */
  feeMinor?: bigint | undefined;
  failureFeeMinor?: bigint | undefined;
  failureReason: string | null;
  reason: string | null;
  metadata: Record<string, string>;
  /** Provider's clock, UTC. */
  createdAt: Date;
}

/** `refused` is definitive and stored under the key: nothing was refunded with it. */
export type RefundOutcome =
  ({ kind: 'made' } & ProviderRefund) | { kind: 'refused'; code: string; message: string } | Unsettled;

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

const ENTRIES = ['balance_transaction', 'failure_balance_transaction'];

/**
 * Refunds to tenants. `createRefund` never throws the provider's answer. Reads throw `payment_provider_unavailable`
 * (503). Must not be called inside a transaction.
 */
@Injectable()
export class RefundGateway {
  constructor(private readonly client: StripeClient) {}

  async createRefund(input: RefundInput): Promise<RefundOutcome> {
    try {
      const made = await this.client.call('refunds', (stripe) =>
        stripe.refunds.create(
          {
            payment_intent: input.paymentIntentId,
            amount: wireAmount(input.amountMinor),
            ...(input.reason === undefined ? {} : { reason: input.reason }),
            metadata: input.metadata,
            expand: ENTRIES,
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

  /** One refund by the provider's id, whoever made it; undefined for an unknown id. */
  async findRefund(refundId: string): Promise<ProviderRefund | undefined> {
    return this.client.find('refunds', async (stripe) =>
      viewOf(await stripe.refunds.retrieve(refundId, { expand: ENTRIES })),
    );
  }

  /** All refunds of a payment, newest first, to find out after an unknown outcome whether it was made. */
  async findRefundsOfPayment(paymentIntentId: string): Promise<ProviderRefund[]> {
    return this.client.ask('refunds', async (stripe) => {
      const found: ProviderRefund[] = [];
      const expand = ENTRIES.map((name) => `data.${name}`);
      const pages = stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100, expand });
      for await (const refund of pages) found.push(viewOf(refund));
      return found;
    });
  }

  /** The payment of a charge: events about refunds name the charge. Undefined for an unknown charge. */
  async paymentOfCharge(chargeId: string): Promise<string | undefined> {
    const charge = await this.client.find('charges', (stripe) => stripe.charges.retrieve(chargeId));
    return idOf(charge?.payment_intent) ?? undefined;
  }
}

function viewOf(refund: Stripe.Refund): ProviderRefund {
  const { status } = refund;
  const settled = (entry: typeof refund.balance_transaction | undefined) =>
    entry && typeof entry === 'object'
      ? { converted: conversionOf(entry, refund.currency), feeMinor: BigInt(entry.fee) }
      : undefined;
  const made = settled(refund.balance_transaction);
  const failed = settled(refund.failure_balance_transaction);
  return {
    refundId: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    amountMinor: BigInt(refund.amount),
    currency: refund.currency,
    status: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    balanceTransactionId: idOf(refund.balance_transaction),
    failureTransactionId: idOf(refund.failure_balance_transaction),
    converted: made?.converted,
    failureConverted: failed?.converted,
    feeMinor: made?.feeMinor,
    failureFeeMinor: failed?.feeMinor,
    failureReason: refund.failure_reason ?? (status === 'canceled' ? 'canceled' : null),
    reason: refund.reason,
    metadata: refund.metadata ?? {},
    createdAt: new Date(refund.created * 1_000),
  };
}

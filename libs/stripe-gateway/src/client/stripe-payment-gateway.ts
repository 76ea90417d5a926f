import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { Unsettled } from '../ports/outcome.js';
import {
  PaymentGateway,
  type AttachInput,
  type AttachOutcome,
  type ChargeInput,
  type ChargeOutcome,
  type CustomerInput,
  type PaymentState,
  type SucceededCharge,
} from '../ports/payment-gateway.js';
import { CallPace } from './call-pace.js';
import { classify, type Refused } from './classify.js';
import { keyed, StripeClient, wireAmount } from './stripe-client.js';
import { idOf, savedCard } from './stripe-values.js';

// Off-session: there is nobody to redirect.
const noRedirects = { enabled: true, allow_redirects: 'never' } as const;
const withMoney = { expand: ['latest_charge.balance_transaction'] };

@Injectable()
export class StripePaymentGateway extends PaymentGateway {
  constructor(
    private readonly client: StripeClient,
    private readonly pace: CallPace,
  ) {
    super();
  }

  async ensureCustomer(input: CustomerInput): Promise<{ customerId: string }> {
    const { reference, name, email } = input;
    return this.client.ask('customers', async (stripe) => {
      // The idempotency key is not enough: the provider forgets it after a day, and a second customer would be
      // created.
      if (email !== undefined) {
        for await (const known of stripe.customers.list({ email, limit: 100 })) {
          if (known.metadata['reference'] === reference) return { customerId: known.id };
        }
      }
      const made = await stripe.customers.create(
        { name, ...(email === undefined ? {} : { email }), metadata: { reference } },
        keyed(input),
      );
      return { customerId: made.id };
    });
  }

  async attachPaymentMethod(input: AttachInput): Promise<AttachOutcome> {
    let intent: Stripe.SetupIntent;
    try {
      intent = await this.client.call('setup_intents', (stripe) =>
        stripe.setupIntents.create(
          {
            customer: input.customerId,
            payment_method: input.paymentMethod,
            confirm: true,
            usage: 'off_session',
            automatic_payment_methods: noRedirects,
            expand: ['payment_method'],
          },
          keyed(input),
        ),
      );
    } catch (error) {
      return refusedMethod(classify(error));
    }
    const method = intent.payment_method;
    if (intent.status !== 'succeeded' || method === null || typeof method === 'string') {
      return { kind: 'requires_action' };
    }
    return { kind: 'saved', ...savedCard(method) };
  }

  async chargeOffSession(input: ChargeInput): Promise<ChargeOutcome> {
    let intent: Stripe.PaymentIntent;
    await this.pace.wait('writes');
    try {
      intent = await this.client.call('payment_intents', (stripe) =>
        stripe.paymentIntents.create(
          {
            amount: wireAmount(input.amountMinor),
            currency: input.currency,
            customer: input.customerId,
            payment_method: input.paymentMethodId,
            off_session: true,
            confirm: true,
            // With asynchronous capture the fee would not be known in the response.
            capture_method: 'automatic',
            automatic_payment_methods: noRedirects,
            transfer_group: input.transferGroup,
            metadata: input.metadata,
            ...(input.description === undefined ? {} : { description: input.description }),
            ...withMoney,
          },
          keyed(input),
        ),
      );
    } catch (error) {
      const answer = classify(error);
      if (answer.kind !== 'refused') return answer;
      const { code, paymentIntentId } = answer;
      if (code === 'authentication_required') return { kind: 'requires_action', paymentIntentId };
      if (!isTenants(answer)) return { kind: 'refused', code, message: answer.message, paymentIntentId };
      return { kind: 'declined', code: answer.declineCode ?? code, message: answer.message, paymentIntentId };
    }
    const state = stateOf(intent);
    switch (state?.kind) {
      case 'succeeded':
      case 'declined':
      case 'requires_action':
        return state;
      default:
        return { kind: 'unknown', reason: 'server_error', message: `payment ${intent.id} is ${intent.status}` };
    }
  }

  async findPayment(paymentIntentId: string): Promise<PaymentState | undefined> {
    const intent = await this.client.find('payment_intents', (stripe) =>
      stripe.paymentIntents.retrieve(paymentIntentId, withMoney),
    );
    return intent && (stateOf(intent) ?? { kind: 'processing', paymentIntentId });
  }

  async findChargesByGroup(transferGroup: string): Promise<SucceededCharge[]> {
    return this.client.ask('charges', async (stripe) => {
      const found: SucceededCharge[] = [];
      const pages = stripe.charges.list({
        transfer_group: transferGroup,
        limit: 100,
        expand: ['data.balance_transaction'],
      });
      for await (const charge of pages) {
        const succeeded = succeededOf(charge, idOf(charge.payment_intent) ?? '');
        if (succeeded) found.push(succeeded);
      }
      return found;
    });
  }
}

function stateOf(intent: Stripe.PaymentIntent): PaymentState | undefined {
  const paymentIntentId = intent.id;
  switch (intent.status) {
    case 'succeeded': {
      const charge = intent.latest_charge;
      const succeeded = charge && typeof charge !== 'string' ? succeededOf(charge, paymentIntentId) : undefined;
      return succeeded && { kind: 'succeeded', ...succeeded };
    }
    case 'canceled':
      return { kind: 'canceled', paymentIntentId };
    case 'processing':
      return { kind: 'processing', paymentIntentId };
    case 'requires_payment_method': {
      const error = intent.last_payment_error;
      if (error?.code === 'authentication_required') return { kind: 'requires_action', paymentIntentId };
      return {
        kind: 'declined',
        code: error?.decline_code ?? error?.code ?? 'requires_payment_method',
        message: error?.message ?? 'The payment needs a payment method.',
        paymentIntentId,
      };
    }
    default:
      return { kind: 'requires_action', paymentIntentId };
  }
}

// Undefined while the provider has not booked the charge yet.
function succeededOf(charge: Stripe.Charge, paymentIntentId: string): SucceededCharge | undefined {
  const entry = charge.balance_transaction;
  if (charge.status !== 'succeeded' || !charge.paid || entry === null || typeof entry === 'string') return undefined;
  return {
    paymentIntentId,
    chargeId: charge.id,
    balanceTransactionId: entry.id,
    amountMinor: BigInt(charge.amount),
    currency: charge.currency,
    feeMinor: BigInt(entry.fee),
    refundedMinor: BigInt(charge.amount_refunded),
    availableAt: new Date(entry.available_on * 1_000),
    transferGroup: charge.transfer_group,
    metadata: charge.metadata,
  };
}

function refusedMethod(answer: Refused | Unsettled): { kind: 'declined'; code: string; message: string } | Unsettled {
  if (answer.kind !== 'refused') return answer;
  const { code, message, declineCode } = answer;
  if (!isTenants(answer)) return { kind: 'misconfigured', code, message };
  return { kind: 'declined', code: declineCode ?? code, message };
}

// Problems with the tenant's card or customer are the tenant's to fix; everything else is an error in our request.
function isTenants({ by, code, param }: Refused): boolean {
  return (
    by === 'card' ||
    code === 'amount_too_small' ||
    code === 'payment_method_unexpected_state' ||
    (code === 'resource_missing' && (param === 'payment_method' || param === 'customer'))
  );
}

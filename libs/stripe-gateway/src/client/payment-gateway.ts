import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { CallPace } from './call-pace.js';
import { classify, type Refused } from './classify.js';
import { keyed, StripeClient, wireAmount } from './stripe-client.js';
import { conversionOf, idOf, savedCard, type SavedCard, type Settled } from './stripe-values.js';
import type { Keyed, Unsettled } from './outcome.js';

/** A tenant as the provider knows it. `reference` is our id; it is stored in the provider's metadata as `reference`. */
export interface CustomerInput extends Keyed {
  reference: string;
  name: string;
  email?: string;
}

export interface AttachInput extends Keyed {
  customerId: string;
  /** The provider's payment method id, e.g. `pm_card_visa` in test mode. */
  paymentMethod: string;
}

/**
 * `saved`: the method can be charged off session from now on. Store `paymentMethodId`; it differs from a test id that
 * was sent.
 */
export type AttachOutcome =
  | ({ kind: 'saved' } & SavedCard)
  | { kind: 'declined'; code: string; message: string }
  | { kind: 'requires_action' }
  | Unsettled;

export interface ChargeInput extends Keyed {
  customerId: string;
  paymentMethodId: string;
  /** Minor units, > 0. */
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  /** `inv_<invoice id>`; `findChargesByGroup` finds the charge by it. */
  transferGroup: string;
  /** Up to 50 keys with values of up to 500 characters; always contains `invoice_id`. */
  metadata: Record<string, string>;
  description?: string;
}

/** A successful payment. */
export interface SucceededCharge extends Settled {
  paymentIntentId: string;
  chargeId: string;
  currency: string;
  refundedMinor: bigint;
  /** When the money becomes available for transfers (provider's clock, UTC). */
  availableAt: Date;
  transferGroup: string | null;
  metadata: Record<string, string>;
}

/**
 * `declined`, `requires_action` and `refused` are definitive and stored under the key: the next attempt needs a new
 * key. `refused`: any 400 or 404 that is not about the tenant's card or customer; a person has to read its message.
 * `misconfigured` (401, 403) is answered before anything is stored, so the same key can be used again.
 */
export type ChargeOutcome =
  | ({ kind: 'succeeded' } & SucceededCharge)
  | { kind: 'declined'; code: string; message: string; paymentIntentId: string | null }
  | { kind: 'requires_action'; paymentIntentId: string | null }
  | { kind: 'refused'; code: string; message: string; paymentIntentId: string | null }
  | Unsettled;

/** The current state of a payment, read from the provider. */
export type PaymentState =
  | ({ kind: 'succeeded' } & SucceededCharge)
  | { kind: 'declined'; code: string; message: string; paymentIntentId: string }
  | { kind: 'requires_action'; paymentIntentId: string }
  | { kind: 'processing'; paymentIntentId: string }
  | { kind: 'canceled'; paymentIntentId: string };

// Off-session: there is nobody to redirect.
const noRedirects = { enabled: true, allow_redirects: 'never' } as const;
const withMoney = { expand: ['latest_charge.balance_transaction'] };

/**
 * Payments by tenants. Writes return the provider's answer as a union and never throw it. Reads throw
 * `payment_provider_unavailable` (503) when the provider cannot be reached. Calling any method inside a database
 * transaction throws.
 */
@Injectable()
export class PaymentGateway {
  constructor(
    private readonly client: StripeClient,
    private readonly pace: CallPace,
  ) {}

  /**
   * Creates the customer, or finds the one created earlier for the same reference. Throws
   * `payment_provider_unavailable`.
   */
  async ensureCustomer(input: CustomerInput): Promise<{ customerId: string }> {
    const { reference, name, email } = input;
    return this.client.ask('customers', async (stripe) => {
      // The idempotency key is not enough: it expires after a day, and a second customer would be
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

  /**
   * The default card of a customer of our payment account, whoever made it. Undefined: no such customer; null: no default
   * card. Throws `payment_provider_unavailable`.
   */
  async defaultCard(customerId: string): Promise<SavedCard | null | undefined> {
    return this.client.find('customers', async (stripe) => {
      const expand = ['invoice_settings.default_payment_method'];
      const customer = await stripe.customers.retrieve(customerId, { expand });
      if (customer.deleted) return undefined;
      const method = customer.invoice_settings.default_payment_method;
      return method === null || typeof method === 'string' || method.type !== 'card' ? null : savedCard(method);
    });
  }

  /** Saves a payment method for later charges without the tenant (a confirmed setup intent). */
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

  /** Charges the whole amount off session, confirmed immediately. */
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

  /** Reads one payment by the provider's id; undefined for an unknown id. Used by webhook consumers. */
  async findPayment(paymentIntentId: string): Promise<PaymentState | undefined> {
    const intent = await this.client.find('payment_intents', (stripe) =>
      stripe.paymentIntents.retrieve(paymentIntentId, withMoney),
    );
    return intent && (stateOf(intent) ?? { kind: 'processing', paymentIntentId });
  }

  /** All successful charges of a group, to find out after an unknown outcome whether money was charged. */
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
    converted: conversionOf(entry, charge.currency),
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

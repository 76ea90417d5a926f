import type { Scenario } from './scenario.js';
import type { ChargeInput, ChargeOutcome, PaymentState, SucceededCharge } from '@portal/stripe-gateway';
import type { Names } from './names.js';
import { ProviderAdjustments } from './provider-adjustments.js';
import { providerId } from './provider-id.js';

type CardState = 'ok' | 'declined' | 'requires_action' | 'none';
type ChargeAnswer = { outcome: 'paid' | 'declined' | 'requires_action'; fee: bigint | undefined };
type TransferAnswer = 'made' | 'destination_refused' | 'insufficient' | 'unknown';

export interface ProviderTransfer {
  transferId: string;
  amountMinor: bigint;
  currency: string;
  destination: string;
  transferGroup: string;
  metadata: Record<string, string>;
  createdAt: Date;
}

/** An author as a customer; a tenant may have the same name. */
export function authorCustomer(author: string): string {
  return providerId('cus', 'author', author);
}

/**
 * The simulated payment provider, controlled by the scenario: it has cards, accounts and balances, answers as the
 * scenario says, and remembers its answers. It is the only part of a simulation that is not the product.
 */
export class Provider {
  readonly cards = new Map<string, CardState>();
  /** Authors' cards for listing fees, by customer. */
  private readonly authors = new Map<string, 'ok' | 'declined'>();
  readonly accounts = new Map<string, { state: 'ready' | 'not_ready' | 'closed'; country: string }>();
  /** The platform's available balance by currency; without an entry it is unlimited. */
  readonly balances = new Map<string, bigint>();
  readonly transfers: ProviderTransfer[] = [];
  readonly adjustments: ProviderAdjustments;
  private readonly intents = new Map<string, { input: ChargeInput; answer: ChargeAnswer }>();
  private readonly answered = new Map<string, ChargeOutcome>();
  private readonly nextCharge = new Map<string, ChargeAnswer>();
  private readonly nextTransfer = new Map<string, TransferAnswer>();

  constructor(
    private readonly scenario: Scenario,
    private readonly names: Names,
    private readonly now: () => Date,
  ) {
    this.adjustments = new ProviderAdjustments(now);
    for (const [name, { card }] of scenario.tenants) this.cards.set(name, card);
    for (const [name, { card }] of scenario.authors) this.authors.set(authorCustomer(name), card);
  }

  /** Sets the answer to the next charge of this invoice, whatever the card. */
  answerCharge(invoiceId: string, answer: ChargeAnswer): void {
    this.nextCharge.set(invoiceId, answer);
  }

  answerTransfer(payoutId: string, answer: TransferAnswer): void {
    this.nextTransfer.set(payoutId, answer);
  }

  /** Whether a planned answer has not been used yet. */
  awaitsTransfer(payoutId: string): boolean {
    return this.nextTransfer.has(payoutId);
  }

  /** Whether it was never requested. */
  forgetTransferAnswer(payoutId: string): boolean {
    return this.nextTransfer.delete(payoutId);
  }

  transferAnswer(payoutId: string): TransferAnswer {
    const planned = this.nextTransfer.get(payoutId);
    this.nextTransfer.delete(payoutId);
    return planned ?? 'made';
  }

  charge(input: ChargeInput): ChargeOutcome {
    const before = this.answered.get(input.idempotencyKey);
    if (before) return before;
    const invoiceId = input.metadata['invoice_id'] ?? '';
    const answer = this.nextCharge.get(invoiceId) ?? this.byCard(input);
    this.nextCharge.delete(invoiceId);
    const paymentIntentId = providerId('pi', input.idempotencyKey);
    this.intents.set(paymentIntentId, { input, answer });
    this.adjustments.currencies.set(paymentIntentId, input.currency);
    const outcome = this.outcome(paymentIntentId, input, answer);
    this.answered.set(input.idempotencyKey, outcome);
    return outcome;
  }

  payment(paymentIntentId: string): PaymentState | undefined {
    const intent = this.intents.get(paymentIntentId);
    if (!intent) return undefined;
    return this.outcome(paymentIntentId, intent.input, intent.answer);
  }

  /** The payment of a charge. */
  paymentOfCharge(chargeId: string): string | undefined {
    return [...this.intents.keys()].find((id) => providerId('ch', id) === chargeId);
  }

  chargesOf(transferGroup: string): SucceededCharge[] {
    return [...this.intents]
      .filter(([, { input, answer }]) => input.transferGroup === transferGroup && answer.outcome === 'paid')
      .map(([id, { input, answer }]) => this.succeeded(id, input, answer.fee));
  }

  customerOf(tenantId: string): string {
    return providerId('cus', this.names.name(tenantId));
  }

  private byCard(input: ChargeInput): ChargeAnswer {
    const ofAuthor = this.authors.get(input.customerId);
    if (ofAuthor !== undefined) return { outcome: ofAuthor === 'ok' ? 'paid' : 'declined', fee: undefined };
    const tenant = [...this.cards.keys()].find((name) => providerId('cus', name) === input.customerId);
    const card = (tenant !== undefined && this.cards.get(tenant)) || 'none';
    return { outcome: card === 'ok' ? 'paid' : card === 'requires_action' ? card : 'declined', fee: undefined };
  }

  private outcome(paymentIntentId: string, input: ChargeInput, answer: ChargeAnswer): ChargeOutcome & PaymentState {
    switch (answer.outcome) {
      case 'paid':
        return { kind: 'succeeded', ...this.succeeded(paymentIntentId, input, answer.fee) };
      case 'declined':
        return { kind: 'declined', code: 'card_declined', message: 'The card was declined.', paymentIntentId };
      case 'requires_action':
        return { kind: 'requires_action', paymentIntentId };
    }
  }

  private succeeded(paymentIntentId: string, input: ChargeInput, fee: bigint | undefined): SucceededCharge {
    return {
      paymentIntentId,
      chargeId: providerId('ch', paymentIntentId),
      balanceTransactionId: providerId('txn', paymentIntentId),
      amountMinor: input.amountMinor,
      currency: input.currency,
      feeMinor: fee ?? this.usualFee(input.amountMinor, input.currency),
      refundedMinor: 0n,
      availableAt: this.now(),
      transferGroup: input.transferGroup,
      metadata: input.metadata,
    };
  }

  private usualFee(amount: bigint, currency: string): bigint {
    const { basis_points, fixed } = this.scenario.processor_fee;
    return (2n * amount * BigInt(basis_points) + 10_000n) / 20_000n + (fixed.get(currency) ?? 0n);
  }
}

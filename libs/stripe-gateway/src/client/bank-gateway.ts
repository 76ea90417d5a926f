import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { StripeClient } from './stripe-client.js';
import { idOf } from './stripe-values.js';

/** A payment on a connected account, created there by a transfer of ours. */
export interface ArrivedPayment {
  /** `py_…` */
  paymentId: string;
  /** `txn_…`, on the connected account. */
  balanceTransactionId: string;
  /** Amount sent; minor units, ISO 4217 in lower case. */
  source: { amountMinor: bigint; currency: string };
  /**
   * Amount received. It differs from the amount sent only when the provider converted it to a currency that the account
   * holds.
   */
  target: { amountMinor: bigint; currency: string };
  /** The provider's exchange rate, decimal; null when nothing was converted. */
  exchangeRate: string | null;
  /** When it becomes available for payout, provider's clock, UTC. */
  availableAt: Date;
}

/** A payout of the provider to the bank of a connected account, or a debit of that bank. */
export interface BankPayout {
  /** `po_…` */
  bankPayoutId: string;
  /** A payout that was reversed by another payout counts as failed. */
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  /** Minor units; negative: taken from the bank. */
  amountMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  createdAt: Date;
  /** Estimated or actual arrival at the bank. */
  arrivesAt: Date | null;
  failure: string | null;
}

const MOST = 500;
const STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

/**
 * Payments and bank payouts of a connected account. Throws `payment_provider_unavailable` (503). Must not be called
 * inside a transaction.
 */
@Injectable()
export class BankGateway {
  constructor(private readonly client: StripeClient) {}

  /** In all currencies, made at `since` or later, oldest first; at most a few hundred of each. */
  async movements(accountId: string, since: Date): Promise<{ payments: ArrivedPayment[]; payouts: BankPayout[] }> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    const on = { stripeAccount: accountId };
    return this.client.ask('payouts', async (stripe) => {
      // The payment has the amount sent, its balance transaction the amount received.
      const entries = await stripe.balanceTransactions
        .list({ type: 'payment', created, limit: 100, expand: ['data.source'] }, on)
        .autoPagingToArray({ limit: MOST });
      const payouts = await stripe.payouts.list({ created, limit: 100 }, on).autoPagingToArray({ limit: MOST });
      return { payments: entries.map(arrivedPayment).reverse(), payouts: payouts.map(bankPayout).reverse() };
    });
  }
}

export function arrivedPayment(entry: Stripe.BalanceTransaction): ArrivedPayment {
  const { source } = entry;
  const target = { amountMinor: BigInt(entry.amount), currency: entry.currency };
  const payment = typeof source === 'object' && source?.object === 'charge' ? source : undefined;
  return {
    paymentId: idOf(source) ?? '',
    balanceTransactionId: entry.id,
    source: payment ? { amountMinor: BigInt(payment.amount), currency: payment.currency } : target,
    target,
    exchangeRate: entry.exchange_rate === null ? null : String(entry.exchange_rate),
    availableAt: new Date(entry.available_on * 1_000),
  };
}

export function bankPayout(payout: Stripe.Payout): BankPayout {
  // An unknown status is not treated as final.
  const status = STATUSES.find((one) => one === payout.status) ?? 'pending';
  return {
    bankPayoutId: payout.id,
    status: payout.reversed_by ? 'failed' : status,
    amountMinor: BigInt(payout.amount),
    currency: payout.currency,
    createdAt: new Date(payout.created * 1_000),
    arrivesAt: new Date(payout.arrival_date * 1_000),
    failure: payout.failure_message ?? payout.failure_code ?? null,
  };
}

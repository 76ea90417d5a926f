import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { BankGateway, type ArrivedPayment, type BankPayout } from '../ports/bank-gateway.js';
import { StripeClient } from './stripe-client.js';
import { idOf } from './stripe-values.js';

const MOST = 500;
const STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

@Injectable()
export class StripeBankGateway extends BankGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

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

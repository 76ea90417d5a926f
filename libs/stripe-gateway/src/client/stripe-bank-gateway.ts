import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { BankGateway, type ArrivedPayment, type BankPayout } from '../ports/bank-gateway.js';
import { StripeClient } from './stripe-client.js';
import { toAppError } from './to-app-error.js';

const MOST = 500;
const STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

@Injectable()
export class StripeBankGateway extends BankGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

  async movements(
    accountId: string,
    currency: string,
    since: Date,
  ): Promise<{ payments: ArrivedPayment[]; payouts: BankPayout[] }> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    const on = { stripeAccount: accountId };
    try {
      return await this.client.call('payouts', async (stripe) => {
        const entries = await stripe.balanceTransactions
          .list({ type: 'payment', currency, created, limit: 100 }, on)
          .autoPagingToArray({ limit: MOST });
        const payouts = await stripe.payouts.list({ created, limit: 100 }, on).autoPagingToArray({ limit: MOST });
        return {
          payments: entries.map(arrivedPayment).reverse(),
          payouts: payouts
            .filter((payout) => payout.currency === currency)
            .map(bankPayout)
            .reverse(),
        };
      });
    } catch (error) {
      throw toAppError(error);
    }
  }
}

function arrivedPayment(entry: Stripe.BalanceTransaction): ArrivedPayment {
  const { source } = entry;
  return {
    paymentId: typeof source === 'string' ? source : (source?.id ?? ''),
    availableAt: new Date(entry.available_on * 1_000),
  };
}

function bankPayout(payout: Stripe.Payout): BankPayout {
  return {
    bankPayoutId: payout.id,
    // A word that we do not know yet is not the end of anything.
    status: STATUSES.find((status) => status === payout.status) ?? 'pending',
    currency: payout.currency,
    createdAt: new Date(payout.created * 1_000),
    arrivesAt: new Date(payout.arrival_date * 1_000),
    failure: payout.failure_message ?? payout.failure_code ?? null,
  };
}

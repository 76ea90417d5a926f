import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { BalanceGateway, type ProviderBalance, type ProviderBalanceTx } from '../ports/balance-gateway.js';
import { StripeClient } from './stripe-client.js';

const pageSize = 100;

@Injectable()
export class StripeBalanceGateway extends BalanceGateway {
  constructor(private readonly client: StripeClient) {
    super();
  }

  async *movementsSince(since: Date | undefined): AsyncIterable<ProviderBalanceTx[]> {
    const created = since === undefined ? {} : { created: { gte: Math.floor(since.getTime() / 1_000) } };
    let after: string | undefined;
    for (;;) {
      const query = {
        ...created,
        limit: pageSize,
        // The object's own metadata shows whether it is ours.
        expand: ['data.source'],
        ...(after === undefined ? {} : { starting_after: after }),
      };
      const page = await this.client.ask('balance', (stripe) => stripe.balanceTransactions.list(query));
      yield page.data.map(viewOf);
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return;
    }
  }

  async balances(): Promise<ProviderBalance[]> {
    const balance = await this.client.ask('balance', (stripe) => stripe.balance.retrieve());
    const reserved = balance.connect_reserved ?? [];
    const currencies = new Set([...balance.available, ...balance.pending, ...reserved].map((part) => part.currency));
    const sum = (parts: { amount: number; currency: string }[], currency: string): bigint =>
      parts.reduce((total, part) => total + (part.currency === currency ? BigInt(part.amount) : 0n), 0n);
    return [...currencies].sort().map((currency) => ({
      currency,
      availableMinor: sum(balance.available, currency),
      pendingMinor: sum(balance.pending, currency),
      reservedMinor: sum(reserved, currency),
    }));
  }
}

function viewOf(entry: Stripe.BalanceTransaction): ProviderBalanceTx {
  const { source } = entry;
  const object = (typeof source === 'object' ? source : null) as {
    id: string;
    metadata?: Record<string, string> | null;
    transfer_group?: string | null;
  } | null;
  return {
    id: entry.id,
    type: entry.type,
    sourceId: typeof source === 'string' ? source : (object?.id ?? null),
    sourceMetadata: object?.metadata ?? {},
    sourceGroup: object?.transfer_group ?? null,
    amountMinor: BigInt(entry.amount),
    feeMinor: BigInt(entry.fee),
    netMinor: BigInt(entry.net),
    currency: entry.currency,
    description: entry.description,
    createdAt: new Date(entry.created * 1_000),
    availableAt: new Date(entry.available_on * 1_000),
  };
}

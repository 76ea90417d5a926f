import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { StripeClient } from './stripe-client.js';
import { idOf } from './stripe-values.js';

/** One movement of the platform's balance at the provider. */
export interface ProviderBalanceTx {
  /** `txn_…` */
  id: string;
  /** As the provider names it: `charge`, `refund`, `transfer`, `transfer_refund`, `payout`, `topup`, `adjustment`, … */
  type: string;
  /** Id of the object behind it; null for some fees. */
  sourceId: string | null;
  /** Metadata of that object, empty when it has none. Our own objects contain the id of their row. */
  sourceMetadata: Record<string, string>;
  sourceGroup: string | null;
  /** Ids of other objects that it names, such as the charge of a dispute or the transfer of a reversal; its metadata. */
  related: string[];
  /** Minor units, signed; net = amount - fee. */
  amountMinor: bigint;
  feeMinor: bigint;
  netMinor: bigint;
  /** ISO 4217, lower case. */
  currency: string;
  description: string | null;
  /** Provider's clock, UTC. */
  createdAt: Date;
  availableAt: Date;
}

/** The platform's balance in one currency. Minor units. */
export interface ProviderBalance {
  currency: string;
  availableMinor: bigint;
  pendingMinor: bigint;
  /** Reserved for connected accounts with a negative balance. */
  reservedMinor: bigint;
}

const pageSize = 100;
/** Fields by which charges, refunds, disputes, transfers and reversals name what they are about. */
const NAMED = ['charge', 'payment_intent', 'transfer', 'destination'] as const;

/**
 * The provider's balance and its movements. Throws `payment_provider_unavailable` (503). Must not be called inside a
 * transaction.
 */
@Injectable()
export class BalanceGateway {
  constructor(private readonly client: StripeClient) {}

  /** Pages of movements, newest first, back to `since` (provider's clock); all of them without `since`. */
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
  const object = (typeof source === 'object' ? source : null) as
    | ({
        id: string;
        metadata?: Record<string, string> | null;
        transfer_group?: string | null;
      } & Partial<Record<(typeof NAMED)[number], string | { id: string } | null>>)
    | null;
  const metadata = object?.metadata ?? {};
  return {
    id: entry.id,
    type: entry.type,
    sourceId: typeof source === 'string' ? source : (object?.id ?? null),
    sourceMetadata: metadata,
    sourceGroup: object?.transfer_group ?? null,
    related: [object?.transfer_group, ...NAMED.map((name) => idOf(object?.[name])), ...Object.values(metadata)].filter(
      (id) => typeof id === 'string',
    ),
    amountMinor: BigInt(entry.amount),
    feeMinor: BigInt(entry.fee),
    netMinor: BigInt(entry.net),
    currency: entry.currency,
    description: entry.description,
    createdAt: new Date(entry.created * 1_000),
    availableAt: new Date(entry.available_on * 1_000),
  };
}

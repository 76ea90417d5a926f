import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { StripeClient } from './stripe-client.js';

/** Sources of events: the platform's own (v1), thin events (v2), and those of one account. */
export type FeedSource = { kind: 'platform' } | { kind: 'platform_v2' } | { kind: 'connect'; account: string };

const pageSize = 100;

/**
 * The provider's list of events of the last 30 days. Throws `payment_provider_unavailable` (503). Must not be called
 * inside a transaction.
 */
@Injectable()
export class EventFeed {
  constructor(private readonly client: StripeClient) {}

  /** Pages of raw events, newest first, back to `since` (provider's clock), possibly with a few older ones. */
  async *since(source: FeedSource, since: Date): AsyncIterable<unknown[]> {
    if (source.kind === 'platform_v2') yield* this.thin(since);
    else yield* this.plain(source.kind === 'connect' ? source.account : undefined, since);
  }

  private async *plain(account: string | undefined, since: Date): AsyncIterable<unknown[]> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    let after: string | undefined;
    for (;;) {
      const query = { created, limit: pageSize, ...(after === undefined ? {} : { starting_after: after }) };
      const page = await this.client.ask('events', (stripe) =>
        stripe.events.list(query, account === undefined ? {} : { stripeAccount: account }),
      );
      yield page.data;
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return;
    }
  }

  // The SDK follows v2 pages itself.
  private async *thin(since: Date): AsyncIterable<unknown[]> {
    const first = await this.client.ask('events', async (stripe) => {
      const found: Stripe.V2.Core.Event[] = [];
      for await (const event of stripe.v2.core.events.list({ limit: pageSize })) {
        if (new Date(event.created) < since) break;
        found.push(event);
      }
      return found;
    });
    yield first;
  }
}

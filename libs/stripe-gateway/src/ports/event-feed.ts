/** Where events of the provider can be looked up: the platform's own (v1), the thin ones (v2), those of one account. */
export type FeedSource = { kind: 'platform' } | { kind: 'platform_v2' } | { kind: 'connect'; account: string };

/**
 * The provider's own record of what it wanted to tell us; it keeps 30 days. Throws `payment_provider_unavailable` (503).
 * Never inside a transaction.
 */
export abstract class EventFeed {
  /**
   * Pages of raw events, newest first, down to those made at `since` (provider's clock) and perhaps a few older ones.
   */
  abstract since(source: FeedSource, since: Date): AsyncIterable<unknown[]>;
}

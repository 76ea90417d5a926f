/** Sources of events: the platform's own (v1), thin events (v2), and those of one account. */
export type FeedSource = { kind: 'platform' } | { kind: 'platform_v2' } | { kind: 'connect'; account: string };

/**
 * The provider's list of events of the last 30 days. Throws `payment_provider_unavailable` (503). Must not be called
 * inside a transaction.
 */
export abstract class EventFeed {
  /** Pages of raw events, newest first, back to `since` (provider's clock), possibly with a few older ones. */
  abstract since(source: FeedSource, since: Date): AsyncIterable<unknown[]>;
}

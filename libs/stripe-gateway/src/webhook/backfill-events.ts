import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { EventFeed, type FeedSource } from '../client/event-feed.js';
import { readEvent, type ProviderEvent } from './parse-event.js';
import { ProviderEventsRepository } from './persistence/provider-events.repository.js';

const hourMs = 3_600_000;
/** How long the provider keeps events. */
const keptMs = 30 * 24 * hourMs;
/** Overlap with the previous look-up: the provider may list an event late. */
const overlapMs = 2 * hourMs;
/** Accounts without an event for this long are not looked up. */
const quietMs = 14 * 24 * hourMs;

/**
 * Fetches events that the provider created but we never received, and takes each in once as if it had arrived. Covers
 * the platform's events, thin events, and those of every connected account with recent events.
 */
@Injectable()
export class BackfillEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: ProviderEventsRepository,
    private readonly feed: EventFeed,
  ) {}

  /**
   * Returns how many events had been missed.
   * @throws AppError `payment_provider_unavailable`
   */
  async execute(): Promise<{ found: number }> {
    const accounts = await this.transactor.run((tx) =>
      this.events.activeAccounts(tx, new Date(tx.now.getTime() - quietMs)),
    );
    let found = 0;
    for (const source of [
      { kind: 'platform' } as const,
      { kind: 'platform_v2' } as const,
      ...accounts.map((account) => ({ kind: 'connect', account }) as const),
    ]) {
      found += await this.backfill(source);
    }
    return { found };
  }

  private async backfill(source: FeedSource): Promise<number> {
    const account = source.kind === 'connect' ? source.account : '';
    const { since, now } = await this.transactor.run(async (tx) => {
      const before = await this.events.checkedUntil(tx, source.kind, account);
      const from = before === undefined ? tx.now.getTime() - keptMs : before.getTime() - overlapMs;
      return { since: new Date(Math.max(from, tx.now.getTime() - keptMs)), now: tx.now };
    });
    let found = 0;
    for await (const page of this.feed.since(source, since)) found += await this.takePage(source, page);
    await this.transactor.run((tx) => this.events.noteChecked(tx, source.kind, account, now, found));
    return found;
  }

  private async takePage(source: FeedSource, page: unknown[]): Promise<number> {
    const read = page
      .map(readEvent)
      .filter((event): event is ProviderEvent => event !== undefined)
      // In an account's own list the events do not name the account.
      .map((event) =>
        source.kind === 'connect' ? { ...event, source: 'connect' as const, account: source.account } : event,
      );
    if (read.length === 0) return 0;
    return this.transactor.run(async (tx) => {
      const missing = await this.events.missing(
        tx,
        source.kind,
        read.map((event) => event.eventId),
      );
      let taken = 0;
      // Oldest first, in the order they would have arrived.
      for (const event of read.toReversed()) {
        if (missing.has(event.eventId) && (await this.events.takeIn(tx, event, 'backfill'))) taken += 1;
      }
      return taken;
    });
  }
}

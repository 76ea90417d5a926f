import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { defineRetention } from '@portal/platform/retention';
import { StripeEventReceived } from '../../events.js';
import type { EventSource, ProviderEvent } from '../parse-event.js';

// Nobody remembers what was taken in longer ago than that, and the provider neither lists nor sends it any more (`takeIn`).
defineRetention({ table: 'stripe_gateway.provider_events', since: 'received_at', days: 400, business: true });

/** Inbox of provider events. Rows are added and never changed. */
@Injectable()
export class ProviderEventsRepository {
  /**
   * Stores an event and emits it, once, whether it was received or fetched. True when it was new. One of three months ago is
   * not: the provider lists the events of 30 days and sends one for three, and its row may be gone.
   */
  async takeIn(tx: Tx, event: ProviderEvent, via: 'webhook' | 'backfill'): Promise<boolean> {
    const rows = await tx.query(
      `insert into stripe_gateway.provider_events (source, event_id, type, object_id, account, livemode, occurred_at, via)
       select $1, $2, $3, $4, $5, $6, $7::timestamptz, $8 where $7::timestamptz > (select least(clock_timestamp(), platform.portal_now())) - interval '90 days' on conflict (source, event_id) do nothing returning event_id`,
      [event.source, event.eventId, event.type, event.objectId, event.account, event.livemode, event.occurredAt, via],
    );
    if (rows.length === 0) return false;
    await tx.emit(StripeEventReceived, {
      event_id: event.eventId,
      type: event.type,
      object_id: event.objectId,
      ...(event.account === null ? {} : { account: event.account }),
    });
    return true;
  }

  /** Which of these events are not in the inbox. */
  async missing(tx: Tx, source: EventSource, eventIds: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(
      `select id from unnest($2::text[]) id
        where not exists (select 1 from stripe_gateway.provider_events e where e.source = $1 and e.event_id = id)`,
      [source, eventIds],
    );
    return new Set(rows.map((row) => row.id));
  }

  /** Up to when the events of a source were looked up; undefined before the first time. */
  async checkedUntil(tx: Tx, source: EventSource, account: string): Promise<Date | undefined> {
    const rows = await tx.query<{ at: Date }>(
      'select checked_until as at from stripe_gateway.backfills where source = $1 and account = $2',
      [source, account],
    );
    return rows[0]?.at;
  }

  async noteChecked(tx: Tx, source: EventSource, account: string, until: Date, found: number): Promise<void> {
    await tx.query(
      `insert into stripe_gateway.backfills (source, account, checked_until, ran_at, found) values ($1, $2, $3, $4, $5)
       on conflict (source, account) do update set checked_until = excluded.checked_until, ran_at = excluded.ran_at,
         found = excluded.found`,
      [source, account, until, tx.now, found],
    );
  }

  /** Connected accounts with an event since an instant. */
  async activeAccounts(tx: Tx, since: Date): Promise<string[]> {
    const rows = await tx.query<{ account: string }>(
      `select distinct account from stripe_gateway.provider_events
        where account is not null and received_at >= $1 order by account`,
      [since],
    );
    return rows.map((row) => row.account);
  }
}

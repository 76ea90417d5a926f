import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform';
import type { ProviderEvent } from '../parse-event.js';

/** The inbox of the provider's events: rows are added, never changed. */
@Injectable()
export class ProviderEventsRepository {
  /** Writes the event unless it is known; true when it was new. */
  async insertIfNew(tx: Tx, event: ProviderEvent): Promise<boolean> {
    const rows = await tx.query(
      `insert into stripe_gateway.provider_events (source, event_id, type, object_id, livemode, occurred_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (source, event_id) do nothing returning event_id`,
      [event.source, event.eventId, event.type, event.objectId, event.livemode, event.occurredAt],
    );
    return rows.length === 1;
  }
}

import type { Ids } from '@portal/kernel';
import type { Tx } from '../database/transaction/tx.js';
import type { EventType } from './event-type.js';

/** Channel that wakes the relay. */
export const OUTBOX_CHANNEL = 'portal_outbox';
const WAKE_RELAY = 'select pg_notify($1, $2)';

/**
 * Transactional outbox: events are inserted with the change that they report, and relayed at least once after the
 * commit.
 */
export function outboxOf(query: Tx['query'], ids: Ids): Pick<Tx, 'emit' | 'emitMany'> {
  const wakeRelay = (): Promise<unknown> => query(WAKE_RELAY, [OUTBOX_CHANNEL, '']);
  return {
    async emit(event, payload) {
      const id = ids.next();
      await query('insert into platform.outbox_events (id, type, version, payload) values ($1, $2, $3, $4)', [
        id,
        event.type,
        event.version,
        JSON.stringify(payload),
      ]);
      await wakeRelay();
      return id;
    },
    async emitMany(event, payloads) {
      if (payloads.length === 0) return;
      await query(
        `insert into platform.outbox_events (id, type, version, payload)
         select x.id, $2, $3, x.payload from jsonb_to_recordset($1::jsonb) as x(id uuid, payload jsonb)`,
        [JSON.stringify(payloads.map((payload) => ({ id: ids.next(), payload }))), event.type, event.version],
      );
      await wakeRelay();
    },
  };
}

/** Appends an event per row that `query` selects, with the row as payload, without transferring it to this process. */
export async function emitSelected<P extends object>(
  tx: Tx,
  event: EventType<P>,
  query: { sql: string; params: readonly unknown[] },
): Promise<void> {
  const n = query.params.length;
  await tx.query(
    `insert into platform.outbox_events (id, type, version, payload)
     select gen_random_uuid(), $${n + 1}, $${n + 2}, to_jsonb(x) from (${query.sql}) x`,
    [...query.params, event.type, event.version],
  );
  await tx.query(WAKE_RELAY, [OUTBOX_CHANNEL, '']);
}

import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '../database/tx.js';
import type { EventType } from './event-type.js';

/** Channel that wakes the relay. */
export const OUTBOX_CHANNEL = 'portal_outbox';

/**
 * Transactional outbox: events are inserted with the change that they report, and relayed at least once after the
 * commit.
 */
@Injectable()
export class Outbox {
  constructor(private readonly ids: Ids) {}

  /** Appends an event to `tx`; returns its id. */
  async emit<P extends object>(tx: Tx, event: EventType<P>, payload: P): Promise<string> {
    const id = this.ids.next();
    await tx.query('insert into platform.outbox_events (id, type, version, payload) values ($1, $2, $3, $4)', [
      id,
      event.type,
      event.version,
      JSON.stringify(payload),
    ]);
    await tx.query('select pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
    return id;
  }

  /** Appends one event of the same type per payload, with one statement. */
  async emitMany<P extends object>(tx: Tx, event: EventType<P>, payloads: readonly P[]): Promise<void> {
    if (payloads.length === 0) return;
    await tx.query(
      `insert into platform.outbox_events (id, type, version, payload)
       select x.id, $2, $3, x.payload from jsonb_to_recordset($1::jsonb) as x(id uuid, payload jsonb)`,
      [JSON.stringify(payloads.map((payload) => ({ id: this.ids.next(), payload }))), event.type, event.version],
    );
    await tx.query('select pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
  }

  /**
   * Appends an event per row that `query` selects, with the row as payload, without transferring it to this process.
   */
  async emitSelected<P extends object>(
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
    await tx.query('select pg_notify($1, $2)', [OUTBOX_CHANNEL, '']);
  }
}

import type { JsonObject } from '../json.js';
import { makeId } from '../system.js';
import type { Tx } from './database.js';
import { unixSeconds, type ApiObject } from './objects.js';

export const apiVersion = '2026-10-28.endive';

/** What an event remembers of the request that caused it. */
export interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
  /** Whether anybody listens: events without a listener are listable, but never sent. */
  wanted: boolean;
}

/** Records that something happened to an object; it is sent after the transaction has committed. */
export async function emitEvent(tx: Tx, cause: Cause, type: string, object: ApiObject): Promise<void> {
  const id = makeId('evt');
  await insertEvent(tx, cause, type, {
    id,
    object: 'event',
    api_version: apiVersion,
    created: unixSeconds(tx.now),
    data: { object },
    livemode: false,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  });
}

/** A v2 event carries no object, only where to fetch it. */
export async function emitThinEvent(
  tx: Tx,
  cause: Cause,
  type: string,
  account: string,
  data?: JsonObject,
): Promise<void> {
  await insertEvent(tx, cause, type, {
    id: makeId('evt'),
    object: 'v2.core.event',
    created: tx.now.toISOString(),
    livemode: false,
    reason: null,
    related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
    type,
    ...(data === undefined ? {} : { data }),
  });
}

async function insertEvent(tx: Tx, cause: Cause, type: string, body: JsonObject & { id: string }): Promise<void> {
  await tx.query('insert into stripe_sandbox.events (id, type, created_at, body, wanted) values ($1, $2, $3, $4, $5)', [
    body.id,
    type,
    tx.now,
    JSON.stringify(body),
    cause.wanted,
  ]);
}

/** The event as it is answered and sent: v1 events say how many listeners still wait. */
export function viewEvent(row: { body: JsonObject; wanted: boolean; delivered: boolean }): JsonObject {
  if (row.body.object !== 'event') return row.body;
  return { ...row.body, pending_webhooks: row.wanted && !row.delivered ? 1 : 0 };
}

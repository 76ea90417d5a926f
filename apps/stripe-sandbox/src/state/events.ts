import type { JsonObject } from '../json.js';
import { makeId } from '../system.js';
import type { Tx } from './database.js';
import { platformAccount, unixSeconds, updateObject, type ApiObject } from './objects.js';

export const apiVersion = '2026-10-28.endive';

/** The request that caused an event. */
export interface Cause {
  requestId: string | null;
  idempotencyKey: string | null;
}

/** The cause of events without a request: the banks, the control plane. */
export const noRequest: Cause = { requestId: null, idempotencyKey: null };

/**
 * Records that something happened to an object; it is sent after the transaction has committed. Events of a connected
 * account (`account`) go to the endpoints for connected accounts, all others to those of the platform.
 */
export async function emitEvent(
  tx: Tx,
  cause: Cause,
  type: string,
  object: ApiObject,
  account: string = platformAccount,
): Promise<void> {
  const connected = account === platformAccount ? undefined : account;
  await insertEvent(tx, connected, {
    id: makeId('evt'),
    object: 'event',
    ...(connected === undefined ? {} : { account: connected }),
    api_version: apiVersion,
    created: unixSeconds(tx.now),
    data: { object },
    livemode: false,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  });
}

/** Changes an object that the caller has read with a lock, and emits the event of that. */
export async function updateAndEmit(
  tx: Tx,
  cause: Cause,
  id: string,
  type: string,
  change: JsonObject,
  account?: string,
): Promise<ApiObject> {
  const changed = await updateObject(tx, id, change);
  await emitEvent(tx, cause, type, changed, account);
  return changed;
}

/** A v2 event carries no object, only where to fetch it. */
export async function emitThinEvent(tx: Tx, type: string, account: string, data?: JsonObject): Promise<void> {
  await insertEvent(tx, undefined, {
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

async function insertEvent(tx: Tx, account: string | undefined, body: JsonObject & { id: string; type: string }) {
  await tx.query(
    `with happened as (
       insert into stripe_sandbox.events (id, type, account, created_at, body) values ($1, $2, $3, $4, $5) returning id, type, account)
     insert into stripe_sandbox.deliveries (event_id, endpoint_id, copy, next_attempt_wall_at)
     select h.id, e.id, n, clock_timestamp() + r.delay_ms * interval '1 millisecond'
       from happened h, stripe_sandbox.webhook_endpoints e, stripe_sandbox.delivery_rules r, generate_series(1, r.copies) n
      where e.enabled and e.connect = (h.account is not null) and (e.enabled_events && array['*', h.type])`,
    [body.id, body.type, account ?? null, tx.now, JSON.stringify(body)],
  );
}

/** How many listeners still wait for an event, as SQL over `stripe_sandbox.events e`. */
export const waitingSql = `(select count(*)::int from stripe_sandbox.deliveries d where d.event_id = e.id and d.delivered_wall_at is null)`;

/** The event as it is answered and sent: v1 events say how many listeners still wait. */
export function viewEvent(row: { body: JsonObject; waiting: number }): JsonObject {
  if (row.body.object !== 'event') return row.body;
  return { ...row.body, pending_webhooks: row.waiting };
}

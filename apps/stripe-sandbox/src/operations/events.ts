import { notFound } from '../http/errors.js';
import { listPage } from '../http/list.js';
import type { JsonObject } from '../json.js';
import { viewEvent, waitingSql } from '../state/events.js';
import { hash, integer, platformAccount, text } from '../state/objects.js';
import { operation } from './operation.js';
import { pageParameters } from './reading.js';

const eventDays = 30;

interface EventRow {
  body: JsonObject;
  waiting: number;
}

const columns = `e.body, ${waitingSql} as waiting`;

const retrieve = operation('GET /v1/events/:id', [], async ({ tx, id, account }) => {
  const rows = await tx.query<EventRow>(
    `select ${columns} from stripe_sandbox.events e
      where id = $1 and body->>'object' = 'event' and coalesce(account, $2) = $3`,
    [id, platformAccount, account],
  );
  const row = rows[0];
  if (!row) throw notFound('event', id);
  return viewEvent(row);
});

const list = operation(
  'GET /v1/events',
  [...pageParameters, 'created', 'type', 'types', 'delivery_success'],
  ({ tx, parameters, account }) => {
    // The API returns events for 30 days.
    const where: { sql: string; value: unknown }[] = [
      { sql: `created_at > ?`, value: new Date(tx.now.getTime() - eventDays * 86_400_000) },
      { sql: `coalesce(account, '${platformAccount}') = ?`, value: account },
    ];
    const type = text(parameters.type);
    if (type !== undefined) where.push({ sql: 'type = ?', value: type });
    if (Array.isArray(parameters.types)) where.push({ sql: 'type = any(?)', value: parameters.types });
    if (parameters.delivery_success !== undefined) {
      where.push({ sql: `(${waitingSql} = 0) = ?`, value: parameters.delivery_success });
    }
    return listPage(
      tx,
      { table: 'events', where, kind: 'event', url: '/v1/events' },
      parameters,
      async (condition, values) => {
        const rows = await tx.query<EventRow>(
          `select ${columns} from stripe_sandbox.events e where body->>'object' = $1 ${condition}`,
          ['event', ...values],
        );
        return rows.map(viewEvent);
      },
    );
  },
);

const listThin = operation(
  'GET /v2/core/events',
  ['limit', 'object_id', 'types', 'created'],
  async ({ tx, parameters }) => {
    const limit = Math.min(integer(parameters.limit) ?? 20, 100);
    const created = hash(parameters.created);
    const rows = await tx.query<{ body: JsonObject }>(
      `select body from stripe_sandbox.events
      where body->>'object' = 'v2.core.event' and created_at > $1
        and ($2::text is null or body->'related_object'->>'id' = $2)
        and ($3::text[] is null or type = any($3))
        and created_at >= coalesce(to_timestamp($4), '-infinity') and created_at > coalesce(to_timestamp($5), '-infinity')
        and created_at <= coalesce(to_timestamp($6), 'infinity') and created_at < coalesce(to_timestamp($7), 'infinity')
      order by seq desc limit $8`,
      [
        new Date(tx.now.getTime() - eventDays * 86_400_000),
        text(parameters.object_id) ?? null,
        parameters.types ?? null,
        ...['gte', 'gt', 'lte', 'lt'].map((sign) => created[sign] ?? null),
        limit,
      ],
    );
    return { data: rows.map((row) => row.body), next_page_url: null, previous_page_url: null };
  },
);

export const eventOperations = [retrieve, list, listThin];

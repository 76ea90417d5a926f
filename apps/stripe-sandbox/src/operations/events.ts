import { notFound } from '../http/errors.js';
import { listPage } from '../http/list.js';
import type { JsonObject } from '../json.js';
import { viewEvent } from '../state/events.js';
import { text } from '../state/objects.js';
import type { Operation } from './operation.js';

interface EventRow {
  body: JsonObject;
  wanted: boolean;
  delivered: boolean;
}

const columns = 'body, wanted, delivered_wall_at is not null as delivered';

const retrieve: Operation = {
  route: 'GET /v1/events/:id',
  emulates: ['expand'],
  async run({ tx, id }) {
    const rows = await tx.query<EventRow>(
      `select ${columns} from stripe_sandbox.events where id = $1 and body->>'object' = 'event'`,
      [id],
    );
    const row = rows[0];
    if (!row) throw notFound('event', id);
    return viewEvent(row);
  },
};

const list: Operation = {
  route: 'GET /v1/events',
  emulates: ['limit', 'starting_after', 'ending_before', 'created', 'type', 'types', 'delivery_success', 'expand'],
  run({ tx, parameters }) {
    // The API forgets events after 30 days.
    const where: { sql: string; value: unknown }[] = [
      { sql: `created_at > ?`, value: new Date(tx.now.getTime() - 30 * 86_400_000) },
    ];
    const type = text(parameters.type);
    if (type !== undefined) where.push({ sql: 'type = ?', value: type });
    if (Array.isArray(parameters.types)) where.push({ sql: 'type = any(?)', value: parameters.types });
    if (parameters.delivery_success !== undefined) {
      where.push({ sql: '(not wanted or delivered_wall_at is not null) = ?', value: parameters.delivery_success });
    }
    return listPage(
      tx,
      { table: 'events', where, kind: 'event', url: '/v1/events' },
      parameters,
      async (condition, values) => {
        const rows = await tx.query<EventRow>(
          `select ${columns} from stripe_sandbox.events where body->>'object' = $1 ${condition}`,
          ['event', ...values],
        );
        return rows.map(viewEvent);
      },
    );
  },
};

export const eventOperations = [retrieve, list];
